import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Sparkline } from "~/ui/chart";
import { Empty } from "~/ui/empty";
import { Stats } from "~/ui/facts";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Select } from "~/ui/select";
import { numberColumn, Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { sourcesPage } from "./sources.server";

type Page = Awaited<ReturnType<typeof sourcesPage>>;

/** Page `/admin/sources`: monitored sources with their health. */
export function Sources({
  page: { q, city, cities, current, isOff, tabs, stats, rows, next, start },
}: {
  page: Page;
}) {
  const { t } = useText();
  const isFiltered = q !== "" || city !== "" || current !== "all";
  return (
    <main id="main">
      <PageHead
        title={t("sources:title")}
        lead={t("sources:lead")}
        actions={
          <LinkButton to={paths.adminNewSource()} icon="plus">
            {t("sources:new")}
          </LinkButton>
        }
      />
      {isOff && <Alert tone="waiting">{t("sources:off")}</Alert>}
      <Stats items={stats} />
      <Tabs label={t("sources:filter.label")} tabs={tabs} current={current} />
      <Form
        method="get"
        name="filter"
        action={paths.adminSources()}
        role="search"
        isRow
        key={`${current} ${city} ${q}`}
      >
        {current !== "all" && <input type="hidden" name="health" value={current} />}
        <TextField
          type="search"
          name="q"
          label={t("sources:search")}
          defaultValue={q}
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        <Select
          name="city"
          label={t("sources:column.city")}
          options={cities}
          empty={t("sources:anyCity")}
          defaultValue={city}
        />
        <Button type="submit" size="md">
          {t("sources:show")}
        </Button>
      </Form>
      {rows.length === 0 ? (
        <Empty
          icon="rss"
          title={t(isFiltered ? "sources:nothing" : "sources:none")}
          text={!isFiltered && t("sources:noneText")}
          action={
            isFiltered && <LinkButton to={paths.adminSources()}>{t("sources:clear")}</LinkButton>
          }
        />
      ) : (
        <Table
          label={t("sources:title")}
          rows={rows}
          rowKey={({ id }) => id}
          tone={({ tone }) => (tone === "bad" ? "bad" : undefined)}
          columns={[
            {
              key: "name",
              head: t("sources:column.name"),
              isHead: true,
              cell: ({ href, name, state, tone, reason, failures }) => (
                <>
                  <Link className="rd-link" to={href}>
                    <bdi>{name}</bdi>
                  </Link>{" "}
                  <Badge tone={tone}>{state}</Badge>
                  {reason && (
                    <p>
                      {reason} {failures}
                    </p>
                  )}
                </>
              ),
            },
            { key: "city", head: t("sources:column.city"), cell: ({ city }) => city },
            { key: "kind", head: t("sources:column.kind"), cell: ({ kind }) => kind },
            { key: "checked", head: t("sources:column.checked"), cell: ({ checked }) => checked },
            numberColumn("items", t("sources:column.items")),
            {
              key: "history",
              head: t("sources:column.history"),
              cell: ({ history, tone }) =>
                history.length > 1 && (
                  <Sparkline values={history} {...(tone === "bad" && { tone })} />
                ),
            },
            numberColumn("added", t("sources:column.added")),
            numberColumn("changed", t("sources:column.changed")),
            numberColumn("gone", t("sources:column.gone")),
            numberColumn("reliability", t("sources:column.reliability")),
            {
              key: "trust",
              head: t("sources:column.trust"),
              cell: ({ trust, isTrusted }) => (
                <Badge tone={isTrusted ? "good" : undefined}>{trust}</Badge>
              ),
            },
          ]}
        />
      )}
      <Pager label={t("sources:pages")} start={start} next={next} />
    </main>
  );
}
