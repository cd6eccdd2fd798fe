import { Button } from "@mantine/core";
import page from "~/components/admin/admin-page.module.css";
import { Pager } from "~/components/admin/pager";
import { Scroller } from "~/components/admin/scroller";
import { paths } from "~/lib/paths";
import { Field, SelectField } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { Form, Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./audit-log.module.css";
import { AuditTabs } from "./audit-tabs";
import { type Severity, SeverityBadge } from "./severity-badge";

interface EntryView {
  id: string;
  href: string;
  /** "{moderator} approved {title}". */
  sentence: string;
  createdAt: string;
  when: string;
  /** Null where nobody was signed in, or the account is gone. */
  actor: string | null;
  actorHref: string | null;
  hasActor: boolean;
  action: string;
  entity: string;
  entityId: string | null;
  entityHref: string | null;
  severity: Severity;
  source: string;
}

interface OpenedEntry extends EntryView {
  sessionId: string | null;
  sequence: string | null;
  hash: string | null;
  difference: { field: string; before: string | null; after: string | null }[] | null;
  /** Why it does not say what has changed. */
  withheld: "permission" | "erased" | null;
  rest: string | null;
}

interface AuditLogView {
  filter: Record<"name" | "action" | "entity" | "entityId" | "actor" | "severity" | "from" | "to", string>;
  isFiltered: boolean;
  /** Older entries may fit too: they are on the next page. */
  hasLookedAtSome: boolean;
  /** No browser has a Jalali date field, so days are typed there. */
  isJalali: boolean;
  severities: readonly Severity[];
  actions: { value: string; label: string }[];
  entries: EntryView[];
  opened: OpenedEntry | null;
  back: string;
  csv: string;
  start: string | null;
  previous: string | null;
  next: string | null;
  total: string | null;
}

/** /admin/audit-log: who did what, and what it was before. */
export function AuditLog({ page: view }: { page: AuditLogView }) {
  const { t } = useText();
  const address = useAddress();
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin:audit.title")}</h1>
        <a className="rd-link" href={address(view.csv)} download>
          {t("admin:audit.csv")}
        </a>
        <p>{t("admin:audit.lead")}</p>
      </header>
      <AuditTabs current="log" />
      <Filter view={view} />
      {view.opened && <Opened entry={view.opened} back={view.back} />}
      {view.entries.length === 0 ? (
        <p className={page.empty}>{t(view.isFiltered ? "admin:audit.nothingFits" : "admin:audit.empty")}</p>
      ) : (
        <Scroller label={t("admin:audit.title")}>
          <table className={page.table} data-stacked>
            <thead>
              <tr>
                <th scope="col">{t("admin:audit.when")}</th>
                <th scope="col">{t("admin:audit.what")}</th>
                <th scope="col">{t("admin:audit.severity")}</th>
              </tr>
            </thead>
            <tbody>
              {view.entries.map((entry) => (
                <tr key={entry.id} aria-current={entry.id === view.opened?.id || undefined}>
                  <td className={classes.when}>
                    <Link to={entry.href} preventScrollReset>
                      <time dateTime={entry.createdAt}>{entry.when}</time>
                    </Link>
                  </td>
                  <td data-label={t("admin:audit.what")}>
                    <p>{entry.sentence}</p>
                    <RawRecord entry={entry} />
                  </td>
                  <td data-label={t("admin:audit.severity")}>
                    <SeverityBadge severity={entry.severity} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
      {view.hasLookedAtSome && <p className={classes.some}>{t("admin:audit.some")}</p>}
      <Pager label={t("admin:audit.pages")} {...view} />
    </main>
  );
}

function Filter({ view: { filter, severities, actions, isFiltered, isJalali } }: { view: AuditLogView }) {
  const { t } = useText();
  const isKnown = filter.action === "" || actions.some(({ value }) => value === filter.action);
  const choices = {
    action: isKnown ? actions : [{ value: filter.action, label: filter.action }, ...actions],
    severity: severities.map((value) => ({ value, label: t(`admin:audit.severities.${value}`) })),
  };
  return (
    // Another filter begins with what it says, not with what was typed before.
    <Form key={JSON.stringify(filter)} action={paths.adminAuditLog()} className={classes.filter}>
      <Field
        form="audit"
        name="name"
        label={t("admin:audit.filter.name")}
        value={filter.name}
        type="search"
        dir="auto"
        maxLength={100}
        autoComplete="off"
      />
      {(["action", "severity"] as const).map((name) => (
        <SelectField key={name} form="audit" name={name} label={t(`admin:audit.filter.${name}`)} value={filter[name]}>
          <option value="">{t("admin:audit.filter.any")}</option>
          {choices[name].map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
      ))}
      {(["from", "to"] as const).map((name) => (
        <Field
          key={name}
          form="audit"
          name={name}
          label={t(`admin:audit.filter.${name}`)}
          value={filter[name]}
          {...(isJalali ? { placeholder: t("admin:audit.filter.day"), inputMode: "numeric", maxLength: 20 } : { type: "date" })}
        />
      ))}
      <details className={classes.more} open={filter.entity !== "" || filter.entityId !== "" || filter.actor !== ""}>
        <summary>{t("admin:audit.filter.byId")}</summary>
        <div>
          {(["entity", "entityId", "actor"] as const).map((name) => (
            <Field
              key={name}
              form="audit"
              name={name}
              label={t(`admin:audit.filter.${name}`)}
              value={filter[name]}
              dir="ltr"
              maxLength={100}
            />
          ))}
        </div>
      </details>
      <div className={classes.apply}>
        <Button type="submit" size="sm">
          {t("admin:audit.filter.apply")}
        </Button>
        {isFiltered && (
          <Link className="rd-link" to={paths.adminAuditLog()}>
            {t("admin:audit.filter.clear")}
          </Link>
        )}
      </div>
    </Form>
  );
}

/** The record behind a sentence, folded away. */
function RawRecord({ entry }: { entry: EntryView }) {
  const { t } = useText();
  return (
    <details className={classes.record}>
      <summary>{t("admin:audit.record")}</summary>
      <p>
        <code>{entry.action}</code> · <Who entry={entry} /> · <About entry={entry} /> · <code>{entry.source}</code>
      </p>
      <Link className="rd-link" to={entry.href} preventScrollReset>
        {t("admin:audit.open")}
      </Link>
    </details>
  );
}

function Who({ entry }: { entry: EntryView }) {
  const { t } = useText();
  const name = entry.actor ?? t(entry.hasActor ? "admin:audit.gone" : "admin:audit.nobody");
  if (!entry.actorHref || entry.actor === null) return <bdi>{name}</bdi>;
  return (
    <Link className="rd-link" to={entry.actorHref}>
      <bdi>{name}</bdi>
    </Link>
  );
}

function About({ entry }: { entry: EntryView }) {
  const name = (
    <>
      <code>{entry.entity}</code> {entry.entityId && <bdi className={classes.id}>{entry.entityId}</bdi>}
    </>
  );
  if (!entry.entityHref) return name;
  return (
    <Link className="rd-link" to={entry.entityHref}>
      {name}
    </Link>
  );
}

function Opened({ entry, back }: { entry: OpenedEntry; back: string }) {
  const { t } = useText();
  return (
    <section className={`${page.panel} ${classes.opened}`} aria-labelledby="entry">
      <header>
        <h2 id="entry">{entry.sentence}</h2>
        <Link className="rd-link" to={back} preventScrollReset>
          {t("common:close")}
        </Link>
      </header>
      <dl>
        <dt>{t("admin:audit.action")}</dt>
        <dd>
          <code>{entry.action}</code>
        </dd>
        <dt>{t("admin:audit.when")}</dt>
        <dd>
          <time dateTime={entry.createdAt}>{entry.when}</time>
        </dd>
        <dt>{t("admin:audit.who")}</dt>
        <dd>
          <Who entry={entry} />
        </dd>
        <dt>{t("admin:audit.about")}</dt>
        <dd>
          <About entry={entry} />
        </dd>
        <dt>{t("admin:audit.source")}</dt>
        <dd>
          <code>{entry.source}</code>
        </dd>
        {entry.sessionId && (
          <>
            <dt>{t("admin:audit.session")}</dt>
            <dd>
              <bdi className={classes.id}>{entry.sessionId}</bdi>
            </dd>
          </>
        )}
        <dt>{t("admin:audit.seal")}</dt>
        <dd>
          {entry.sequence === null ? (
            t("admin:audit.unsealed")
          ) : (
            <>
              {t("admin:audit.sealed", { place: entry.sequence })} <bdi className={classes.id}>{entry.hash}</bdi>
            </>
          )}
        </dd>
      </dl>
      {entry.withheld && (
        <p className={classes.withheld}>
          {entry.withheld === "permission" ? <Icon name="lock" size="s" /> : <Icon name="eraser" size="s" />}
          {t(`admin:audit.withheld.${entry.withheld}`)}
        </p>
      )}
      {entry.difference && entry.difference.length > 0 && (
        <table className={classes.difference}>
          <thead>
            <tr>
              <th scope="col">{t("admin:audit.field")}</th>
              <th scope="col">{t("admin:audit.before")}</th>
              <th scope="col">{t("admin:audit.after")}</th>
            </tr>
          </thead>
          <tbody>
            {entry.difference.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">
                  <code>{field}</code>
                </th>
                <td dir="auto">{before === null ? t("admin:audit.none") : <del>{before}</del>}</td>
                <td dir="auto">{after === null ? t("admin:audit.none") : <ins>{after}</ins>}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {entry.rest && (
        <Scroller label={t("admin:audit.rest")} className={classes.rest}>
          <pre dir="ltr">{entry.rest}</pre>
        </Scroller>
      )}
    </section>
  );
}
