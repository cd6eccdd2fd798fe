import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { SegmentedLinks } from "~/ui/segmented";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { weeksLoader } from "./weeks.server";

type Page = Awaited<ReturnType<typeof weeksLoader>>;
type Week = Page["rows"][number]["weeks"][number];

const TONES = { none: "plain", automatic: "plain", waiting: "waiting", published: "good" } as const;

/** Page `/admin/weeks`: the weekly picks of all cities, this week's and the next one's. */
export function Weeks({ page: { q, rows, show, filters } }: { page: Page }) {
  const { t } = useText();
  const weekCell = (week: Week | undefined) =>
    week && (
      <>
        <Link className="rd-link" to={week.href} prefetch="intent">
          {week.days}
        </Link>{" "}
        <Badge tone={TONES[week.state]}>{week.label}</Badge>
      </>
    );
  return (
    <main id="main" className="rd-stack rd-gap-sm">
      <PageHead title={t("weeks:admin.title")} lead={t("weeks:admin.lead")} />
      <Form method="get" name="filter" action={paths.adminWeeks()} role="search" isRow key={q}>
        {show !== "all" && <input type="hidden" name="show" value={show} />}
        <TextField
          type="search"
          name="q"
          label={t("weeks:admin.search")}
          defaultValue={q}
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        <Button type="submit" size="md">
          {t("weeks:admin.submit")}
        </Button>
      </Form>
      <SegmentedLinks label={t("weeks:admin.nextWeek")} options={filters} current={show} />
      {rows.length === 0 ? (
        <Empty
          icon="search"
          title={q ? t("weeks:admin.none", { words: q }) : t("weeks:admin.noneHere")}
          action={<LinkButton to={paths.adminWeeks()}>{t("weeks:admin.clear")}</LinkButton>}
        />
      ) : (
        <Table
          label={t("weeks:admin.cities")}
          rows={rows}
          rowKey={({ slug }) => slug}
          columns={[
            { key: "city", head: t("weeks:admin.city"), cell: ({ name }) => name, isHead: true },
            {
              key: "this",
              head: t("weeks:admin.thisWeek"),
              cell: ({ weeks }) => weekCell(weeks[0]),
            },
            {
              key: "next",
              head: t("weeks:admin.nextWeek"),
              cell: ({ weeks }) => weekCell(weeks[1]),
            },
            {
              key: "subscribers",
              head: t("weeks:admin.subscribers"),
              cell: ({ subscribers }) => subscribers,
              isNumeric: true,
            },
          ]}
        />
      )}
    </main>
  );
}

export const handle = page({
  permission: "city:manage",
  crumb: "common:crumb.weeks",
  nav: { group: "content", text: "admin:nav.weeks", icon: "star" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return weeksLoader(context, new URL(request.url).searchParams);
}

export default function WeeksRoute() {
  return <Weeks page={useLoaderData<typeof loader>()} />;
}
