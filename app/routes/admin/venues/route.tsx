import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { numberColumn, Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { hostDirectoryPage } from "./venues.server";

type Page = Awaited<ReturnType<typeof hostDirectoryPage>>;

/** Page `/admin/venues`: venues and organizers by name. */
function HostDirectory({ page: { kind, q, tabs, rows, next, start } }: { page: Page }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("admin:hosts.title")} lead={t("admin:hosts.lead")} />
      <Tabs label={t("admin:hosts.title")} tabs={tabs} current={kind} />
      <Form
        method="get"
        name="filter"
        action={paths.adminVenues()}
        role="search"
        isRow
        key={`${kind} ${q}`}
      >
        {kind === "organizer" && <input type="hidden" name="kind" value={kind} />}
        <TextField
          type="search"
          name="q"
          label={t("admin:hosts.search")}
          defaultValue={q}
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        <Button type="submit" size="md">
          {t("admin:hosts.show")}
        </Button>
      </Form>
      {rows.length === 0 ? (
        <Empty title={t("admin:hosts.nothing")} />
      ) : (
        <Table
          label={t(`admin:hosts.tabs.${kind}`)}
          rows={rows}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "name",
              head: t("admin:hosts.name"),
              isHead: true,
              cell: ({ href, name, isHidden }) => (
                <>
                  <Link className="rd-link" to={href}>
                    <bdi>{name}</bdi>
                  </Link>{" "}
                  {isHidden && <Badge>{t("admin:hosts.hidden")}</Badge>}
                </>
              ),
            },
            ...(kind === "venue"
              ? [
                  {
                    key: "city",
                    head: t("admin:hosts.city"),
                    cell: ({ city }: Page["rows"][number]) => city,
                  },
                ]
              : []),
            numberColumn("upcoming", t("admin:hosts.upcoming")),
          ]}
        />
      )}
      <Pager label={t("admin:hosts.pages")} start={start} next={next} />
    </main>
  );
}

export const handle = page({
  permission: "host:manage",
  crumb: "common:crumb.venues",
  nav: { group: "content", text: "admin:nav.hosts", icon: "map-pin" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return hostDirectoryPage(context, new URL(request.url).searchParams);
}

export default function VenuesRoute() {
  return <HostDirectory page={useLoaderData<typeof loader>()} />;
}
