import type { IconName } from "~/lib/icon-names";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import classes from "./follows.module.css";
import type { followsLoader } from "./follows.server";

type Page = Awaited<ReturnType<typeof followsLoader>>;
type Follow = Page["groups"][number]["follows"][number];

/** Objects, so that the build finds the names for its sprite. */
const KIND_ICONS = {
  venue: { icon: "building-arch" },
  organizer: { icon: "users" },
  category: { icon: "category" },
  series: { icon: "calendar" },
  search: { icon: "search" },
} as const satisfies Record<Follow["kind"], { icon: IconName }>;

const FREQUENCIES = ["instant", "daily", "weekly"] as const;

/** Page `/account/follows`, which works by native forms. */
export function Follows({ page }: { page: Page }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("account:follows.title")} lead={t("account:follows.lead")} />
      {page.isSilent && page.groups.length > 0 && (
        <Alert tone="waiting">
          {t("account:follows.silent")}{" "}
          <Link className="rd-link" to={paths.accountPreferences()}>
            {t("account:follows.preferences")}
          </Link>
        </Alert>
      )}
      {page.groups.length > 0 && (
        <p className={classes.note}>
          {t("account:follows.digests")}{" "}
          <Link className="rd-link" to={paths.accountPreferences()}>
            {t("account:follows.preferences")}
          </Link>
        </p>
      )}
      {page.left && (
        <div className={classes.left}>
          <Alert tone="info" live="status">
            <Form className={classes.undo}>
              <input type="hidden" name="topic" value={page.left.topic} />
              <input type="hidden" name="frequency" value={page.left.frequency} />
              <span>{t("account:follows.left")}</span>
              <SubmitButton intent="follow" variant="default" size="compact-sm">
                {t("common:toast.undo")}
              </SubmitButton>
            </Form>
          </Alert>
        </div>
      )}
      {page.groups.length === 0 && (
        <Empty
          icon="bell"
          title={t("account:follows.empty")}
          text={t("account:follows.emptyText")}
          action={<LinkButton to={paths.events()}>{t("account:follows.find")}</LinkButton>}
        />
      )}
      {page.suggested.length > 0 && page.groups.length === 0 && <Suggested page={page} />}
      {page.groups.map(({ kind, follows }) => (
        <Section key={kind} title={t(`account:follows.kind.${kind}`)}>
          <List>
            {follows.map((one) => (
              <Item key={one.topic} follow={one} />
            ))}
          </List>
        </Section>
      ))}
      {page.suggested.length > 0 && page.groups.length > 0 && <Suggested page={page} />}
      <Section
        title={t("account:follows.cities")}
        actions={
          <LinkButton to={paths.accountPreferences()} variant="default" size="sm">
            {t("account:follows.changeCities")}
          </LinkButton>
        }
      >
        {page.cities.length === 0 ? (
          <p>{t("account:follows.noCities")}</p>
        ) : (
          <List>
            {page.cities.map(({ name, href }) => (
              <ListItem key={href} title={name} to={href} />
            ))}
          </List>
        )}
      </Section>
    </main>
  );
}

function Item({ follow }: { follow: Follow }) {
  const { t } = useText();
  const name = <bdi>{follow.name}</bdi>;
  return (
    <ListItem
      start={<Icon name={KIND_ICONS[follow.kind].icon} />}
      title={name}
      to={follow.href ?? undefined}
      end={
        <Form name={follow.topic} isRow className={classes.form}>
          <input type="hidden" name="topic" value={follow.topic} />
          <Select
            name="frequency"
            size="sm"
            isLabelHidden
            label={t("account:follows.frequencyOf", { name: follow.name })}
            defaultValue={follow.frequency}
            options={FREQUENCIES.filter(
              (frequency) => frequency !== "instant" || follow.kind !== "search",
            ).map((frequency) => ({
              value: frequency,
              label: t(`common:follow.${frequency}`),
            }))}
          />
          <SubmitButton
            intent="follow"
            variant="default"
            size="sm"
            label={t("account:follows.saveOf", { name: follow.name })}
          >
            {t("account:save")}
          </SubmitButton>
          <SubmitButton
            intent="unfollow"
            variant="subtle"
            size="sm"
            label={t("account:follows.endOf", { name: follow.name })}
          >
            {t("account:follows.end")}
          </SubmitButton>
        </Form>
      }
    />
  );
}

/** Suggested follows, each with its button. */
function Suggested({ page: { suggested, place } }: { page: Page }) {
  const { t } = useText();
  return (
    <Section
      title={t("account:follows.suggested")}
      lead={
        place
          ? t("account:follows.suggestedText", { place })
          : t("account:follows.suggestedEverywhere")
      }
    >
      <div className={classes.suggested}>
        <List>
          {suggested.map(({ kind, topic, name, lang, href, text }) => (
            <ListItem
              key={topic}
              start={<Icon name={kind === "venue" ? "building-arch" : "users"} />}
              title={<bdi lang={lang}>{name}</bdi>}
              to={href}
              meta={text}
              end={
                <Form name={topic}>
                  <input type="hidden" name="topic" value={topic} />
                  <SubmitButton
                    intent="follow"
                    variant="default"
                    size="sm"
                    label={t("common:follow.of", { name })}
                    icon="bell"
                  >
                    {t("common:follow.follow")}
                  </SubmitButton>
                </Form>
              }
            />
          ))}
        </List>
      </div>
    </Section>
  );
}
