import { CreateEventLink } from "~/components/create-event/create-event-link";
import { Hodhod } from "~/components/hodhod/hodhod";
import { SubmissionAllowancePanel } from "~/components/submission-allowance-panel/submission-allowance-panel";
import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
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
              <input key={id} type="hidden" name="draft" value={id} />
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
      {page.groups.map((group) => (
        <section key={group.title} className={classes.group}>
          {group.title && <h2>{group.title}</h2>}
          <ul>
            {group.rows.map((row) => (
              <MyEventRow
                key={row.id}
                row={row}
                Heading={group.title ? "h3" : "h2"}
                isChosen={page.tab === "drafts"}
              />
            ))}
          </ul>
        </section>
      ))}
      {page.tab === "drafts" && page.groups.length > 0 && (
        <Form method="post" id="drafts" name="drafts" action={paths.myEvents()}>
          <FormBar submit={t("authoring:mine.drafts.delete")} intent="choose-drafts" isQuiet />
        </Form>
      )}
      {page.groups.length === 0 && <Nothing page={page} />}
      {page.helping.length > 0 && <Helping events={page.helping} />}
      <Pager
        label={t("authoring:mine.pages")}
        start={page.isContinued ? page.start : null}
        next={page.next}
      />
    </main>
  );
}

function Helping({ events }: { events: MyEventsView["helping"] }) {
  const { t } = useText();
  return (
    <section className={classes.group}>
      <h2>{t("people:helping.title")}</h2>
      <List>
        {events.map(({ id, title, titleLang, to, facts, personId }) => (
          <ListItem
            key={id}
            level={3}
            title={<bdi lang={titleLang}>{title}</bdi>}
            to={to}
            meta={facts.map((fact) => <span key={fact}>{fact}</span>)}
            end={
              personId && (
                <Form>
                  <input type="hidden" name="id" value={personId} />
                  <SubmitButton
                    intent="leave"
                    variant="default"
                    size="sm"
                    label={t("people:helping.leaveOf", { title })}
                  >
                    {t("people:helping.leave")}
                  </SubmitButton>
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
