import { CreateEventLink } from "~/components/create-event/create-event-link";
import { Hodhod } from "~/components/hodhod/hodhod";
import { SubmissionAllowancePanel } from "~/components/submission-allowance-panel/submission-allowance-panel";
import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { DateField } from "~/ui/date-field";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "../my-events.module.css";
import { MyEventRow } from "./my-event-row";
import type { MyEventsView } from "./my-events.server";

/** The reader's own events by status. Each tab has a URL (product.md §2). */
export function MyEvents({ page }: { page: MyEventsView }) {
  const { t } = useText();
  return (
    <main id="main" className="rd-stack rd-gap-lg">
      <PageHead
        title={t("authoring:mine.title")}
        lead={t("authoring:mine.lead")}
        actions={
          <CreateEventLink>
            {(to) => (
              <LinkButton to={to} icon="plus">
                {t("authoring:mine.create")}
              </LinkButton>
            )}
          </CreateEventLink>
        }
      />
      <SubmissionAllowancePanel allowance={page.allowance} />
      <Tabs label={t("authoring:mine.tabs")} tabs={page.tabs} current={page.tab} />
      {!page.isEmpty && (
        <Form method="get" name="my-events" action={paths.myEvents()} role="search" isRow>
          <TextField
            type="search"
            name="q"
            label={t("authoring:mine.search")}
            isLabelHidden
            placeholder={t("authoring:mine.search")}
            start={<Icon name="search" />}
            defaultValue={page.q}
            maxLength={200}
            dir="auto"
            autoComplete="off"
          />
          {page.tab !== "all" && <input type="hidden" name="tab" value={page.tab} />}
          <Button type="submit" variant="default" size="md">
            {t("authoring:mine.find")}
          </Button>
        </Form>
      )}
      {page.toRemove.length > 0 && (
        <Section
          id="remove"
          title={t("authoring:mine.drafts.question", { count: page.toRemove.length })}
          lead={t("authoring:delete.draft")}
        >
          <ul>
            {page.toRemove.map(({ id, title, titleLang }) => (
              <li key={id}>
                <bdi lang={titleLang}>{title}</bdi>
              </li>
            ))}
          </ul>
          <Form method="post" name="remove" action={paths.myEvents()}>
            {page.toRemove.map(({ id }) => (
              <input key={id} type="hidden" name="chosen" value={id} />
            ))}
            <FormBar
              submit={t("authoring:mine.drafts.confirm")}
              intent="delete-drafts"
              danger
              cancel={{
                href: paths.myEvents({ tab: "drafts" }),
                label: t("authoring:mine.drafts.keep"),
              }}
            />
          </Form>
        </Section>
      )}
      {page.toCopy && <CopySeason season={page.toCopy} />}
      {page.groups.map((group) => (
        <section key={group.title} className={classes.group}>
          {group.title && <h2>{group.title}</h2>}
          <ul>
            {group.rows.map((row) => (
              <MyEventRow key={row.id} row={row} Heading={group.title ? "h3" : "h2"} />
            ))}
          </ul>
        </section>
      ))}
      {page.groups.length > 0 && (
        <Form method="post" id="chosen" name="chosen" action={paths.myEvents()}>
          <FormBar submit={t("authoring:mine.copy.choose")} intent="choose-copies" isQuiet>
            {page.tab === "drafts" && (
              <SubmitButton intent="choose-drafts" variant="default">
                {t("authoring:mine.drafts.delete")}
              </SubmitButton>
            )}
          </FormBar>
        </Form>
      )}
      {page.groups.length === 0 && <Nothing page={page} />}
      {!page.isEmpty && (
        <p>
          <Link className="rd-link" to={page.embed}>
            {t("authoring:mine.embed")}
          </Link>
        </p>
      )}
      {page.helping.length > 0 && <Helping events={page.helping} />}
      <Pager
        label={t("authoring:mine.pages")}
        start={page.isContinued ? page.start : null}
        next={page.next}
      />
    </main>
  );
}

/** The chosen events with their dates, and the day on which the first one begins from now on. */
function CopySeason({ season }: { season: NonNullable<MyEventsView["toCopy"]> }) {
  const { t } = useText();
  return (
    <Section
      id="copy"
      title={t("authoring:mine.copy.question", { count: season.events.length })}
      lead={t("authoring:mine.copy.lead")}
    >
      <ul>
        {season.events.map(({ id, title, titleLang, day }) => (
          <li key={id}>
            <bdi lang={titleLang}>{title}</bdi> · {day}
          </li>
        ))}
      </ul>
      <Form method="post" name="copy" action={paths.myEvents()}>
        {season.events.map(({ id }) => (
          <input key={id} type="hidden" name="chosen" value={id} />
        ))}
        <DateField
          name="first"
          label={t("authoring:mine.copy.first")}
          need="required"
          calendar={season.calendar}
          today={season.today}
          defaultValue={season.first}
        />
        <FormBar
          submit={t("authoring:mine.copy.confirm", { count: season.events.length })}
          intent="copy-season"
          cancel={{ href: paths.myEvents(), label: t("authoring:mine.copy.leave") }}
        />
      </Form>
    </Section>
  );
}

function Helping({ events }: { events: MyEventsView["helping"] }) {
  const { t } = useText();
  return (
    <section className={classes.group}>
      <h2>{t("people:helping.title")}</h2>
      <List>
        {events.map(({ id, title, titleLang, to, facts, personId, page, getsMails }) => (
          <ListItem
            key={id}
            level={3}
            title={<bdi lang={titleLang}>{title}</bdi>}
            to={to}
            meta={facts.map((fact) => <span key={fact}>{fact}</span>)}
            end={
              (page === null || getsMails !== null) && (
                <Form isRow>
                  <input type="hidden" name="id" value={personId} />
                  {getsMails !== null && (
                    <SubmitButton
                      intent={getsMails ? "mails-off" : "mails-on"}
                      variant="default"
                      size="sm"
                      label={
                        page === null
                          ? t(`people:helping.${getsMails ? "mailsOffOf" : "mailsOnOf"}`, { title })
                          : undefined
                      }
                    >
                      {page === null
                        ? t(`people:helping.${getsMails ? "mailsOff" : "mailsOn"}`)
                        : t(`people:helping.${getsMails ? "mailsOffOf" : "mailsOnOf"}`, {
                            title: `\u2068${page}\u2069`,
                          })}
                    </SubmitButton>
                  )}
                  {page === null && (
                    <SubmitButton
                      intent="leave"
                      variant="default"
                      size="sm"
                      label={t("people:helping.leaveOf", { title })}
                    >
                      {t("people:helping.leave")}
                    </SubmitButton>
                  )}
                </Form>
              )
            }
          />
        ))}
      </List>
    </section>
  );
}

function Nothing({ page: { isEmpty, q } }: { page: MyEventsView }) {
  const { t } = useText();
  const emptyKey = isEmpty ? "empty" : q ? "none" : "emptyTab";
  return (
    <Empty
      picture={<Hodhod pose="sleeping" />}
      title={t(`authoring:mine.${emptyKey}`)}
      text={t(`authoring:mine.${emptyKey}Text`)}
      action={
        isEmpty ? (
          <CreateEventLink>
            {(to) => (
              <LinkButton to={to} variant="default">
                {t("authoring:mine.create")}
              </LinkButton>
            )}
          </CreateEventLink>
        ) : (
          <LinkButton to={paths.myEvents()} variant="default">
            {t("authoring:mine.all")}
          </LinkButton>
        )
      }
    />
  );
}
