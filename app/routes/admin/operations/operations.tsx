import type { SerializeFrom } from "@remix-run/cloudflare";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { Chart } from "~/ui/chart";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SegmentedLinks } from "~/ui/segmented";
import { type Column, numberColumn, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import type { operationsLoader } from "./operations.server";

type OperationsView = SerializeFrom<typeof operationsLoader>;

/** Page `/admin/operations`: what works, what waits, what was slow or failed. */
export function Operations({ page }: { page: OperationsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("admin:operations.title")}
        lead={t("admin:operations.lead")}
        actions={
          <LinkButton
            to={paths.adminOperations({ days: String(page.days) })}
            variant="default"
            icon="refresh"
          >
            {t("admin:operations.refresh")}
          </LinkButton>
        }
      />
      <div className="rd-stack rd-gap-lg">
        {page.alarms.map(({ name, text, note }) => (
          <Alert key={name} tone="bad" title={text}>
            {note}
          </Alert>
        ))}
        {page.isOk && <Alert tone="good">{t("admin:operations.ok")}</Alert>}
        <CardGrid isWide>
          <Section
            title={t("admin:operations.parts")}
            lead={page.release && t("admin:operations.release", { release: page.release })}
          >
            <Table
              label={t("admin:operations.part.name")}
              isWide
              rows={page.parts}
              rowKey={({ part }) => part}
              columns={partColumns(t)}
            />
          </Section>
          <Section title={t("admin:operations.backlogs")}>
            <Table
              label={t("admin:operations.backlog.name")}
              isWide
              rows={page.backlogs}
              rowKey={({ name }) => name}
              tone={({ isLate }) => (isLate ? "bad" : undefined)}
              columns={backlogColumns(t)}
            />
          </Section>
        </CardGrid>
        <SegmentedLinks
          label={t("admin:operations.periods")}
          options={page.periods}
          current={String(page.days)}
        />
        {page.isRead ? (
          <Counts page={page} />
        ) : (
          <Alert tone="bad">{t("admin:operations.notRead")}</Alert>
        )}
      </div>
    </main>
  );
}

type Translate = ReturnType<typeof useText>["t"];

const partColumns = (t: Translate): Column<OperationsView["parts"][number]>[] => [
  { key: "name", head: t("admin:operations.part.name"), isHead: true, cell: ({ name }) => name },
  {
    key: "state",
    head: t("admin:operations.state"),
    cell: ({ error }) =>
      error === null ? (
        <Badge tone="good">{t("admin:operations.answers")}</Badge>
      ) : (
        <>
          <Badge tone="bad">{t("admin:operations.fails")}</Badge> <code dir="ltr">{error}</code>
        </>
      ),
  },
  numberColumn("time", t("admin:operations.time")),
];

const backlogColumns = (t: Translate): Column<OperationsView["backlogs"][number]>[] => [
  {
    key: "name",
    head: t("admin:operations.backlog.name"),
    isHead: true,
    cell: ({ text, href }) => (href ? <Link to={href}>{text}</Link> : text),
  },
  numberColumn("count", t("admin:operations.count")),
  { key: "oldest", head: t("admin:operations.oldest"), cell: ({ oldest }) => oldest },
];

const badRowColumns = (t: Translate): Column<OperationsView["badRows"][number]>[] => [
  {
    key: "row",
    head: t("admin:operations.badRow"),
    isHead: true,
    cell: ({ table, id, href }) => {
      const name = <code dir="ltr">{`${table} ${id}`}</code>;
      return href ? <Link to={href}>{name}</Link> : name;
    },
  },
  {
    key: "column",
    head: t("admin:operations.column"),
    cell: ({ column }) => <code dir="ltr">{column}</code>,
  },
  numberColumn("count", t("admin:operations.count")),
  { key: "last", head: t("admin:operations.last"), cell: ({ last }) => last },
];

type Timed = OperationsView["jobs"][number];

/** Columns of counts with times. @param isCode whether labels are names of code */
const timedColumns = (t: Translate, head: string, isCode: boolean): Column<Timed>[] => [
  {
    key: "label",
    head,
    isHead: true,
    cell: ({ label }) => (isCode ? <code dir="ltr">{label}</code> : label),
  },
  numberColumn("count", t("admin:operations.count")),
  numberColumn("average", t("admin:operations.average")),
  numberColumn("longest", t("admin:operations.longest")),
];

function Counts({ page }: { page: OperationsView }) {
  const { t } = useText();
  return (
    <>
      <CardGrid>
        {page.charts.map(({ name, title, figure, points }) => (
          <Card key={name}>
            <Chart
              title={title}
              figure={figure}
              points={points}
              pointsLabel={t("admin:operations.hour")}
            />
          </Card>
        ))}
      </CardGrid>
      <div>
        <Section title={t("admin:operations.badRows")} lead={t("admin:operations.badRowsLead")}>
          {page.badRows.length === 0 ? (
            <Empty title={t("admin:operations.noBadRows")} />
          ) : (
            <Table
              label={t("admin:operations.badRow")}
              rows={page.badRows}
              rowKey={({ label }) => label}
              columns={badRowColumns(t)}
            />
          )}
        </Section>
        <Section title={t("admin:operations.errors")}>
          {page.errors.length === 0 ? (
            <Empty title={t("admin:operations.noErrors")} />
          ) : (
            <Table
              label={t("admin:operations.message")}
              rows={page.errors}
              rowKey={({ release, label }) => `${release} ${label}`}
              columns={[
                {
                  key: "label",
                  head: t("admin:operations.message"),
                  isHead: true,
                  cell: ({ label }) => <code dir="ltr">{label}</code>,
                },
                {
                  key: "release",
                  head: t("admin:operations.releaseHead"),
                  cell: ({ release }) => <code dir="ltr">{release}</code>,
                },
                numberColumn("count", t("admin:operations.count")),
                { key: "last", head: t("admin:operations.last"), cell: ({ last }) => last },
              ]}
            />
          )}
        </Section>
        {[
          {
            title: t("admin:operations.queries"),
            lead: t("admin:operations.queriesLead"),
            nothing: t("admin:operations.noQueries"),
            rows: page.queries,
            head: t("admin:operations.statement"),
          },
          {
            title: t("admin:operations.costly"),
            lead: t("admin:operations.costlyLead"),
            nothing: t("admin:operations.nothing"),
            rows: page.costly,
            head: t("admin:operations.request"),
          },
        ].map(({ title, lead, nothing, rows, head }) => (
          <Section key={title} title={title} lead={lead}>
            {rows.length === 0 ? (
              <Empty title={nothing} />
            ) : (
              <Fold title={head}>
                <Table
                  label={head}
                  rows={rows}
                  rowKey={({ label }) => label}
                  columns={timedColumns(t, head, true)}
                />
              </Fold>
            )}
          </Section>
        ))}
        {[
          {
            title: t("admin:operations.requests"),
            rows: page.requests,
            head: t("admin:operations.class.name"),
            isCode: false,
          },
          {
            title: t("admin:operations.jobs"),
            rows: page.jobs,
            head: t("admin:operations.job"),
            isCode: true,
          },
        ].map(({ title, rows, head, isCode }) => (
          <Section key={title} title={title}>
            {rows.length === 0 ? (
              <Empty title={t("admin:operations.nothing")} />
            ) : (
              <Table
                label={head}
                isWide
                rows={rows}
                rowKey={({ label }) => label}
                columns={timedColumns(t, head, isCode)}
              />
            )}
          </Section>
        ))}
      </div>
    </>
  );
}
