import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { CityBoard } from "~/routes/admin/cities/city-board";
import { cityBoardPage } from "~/routes/admin/cities/city-board.server";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Select } from "~/ui/select";
import { numberColumn, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { type CityDirectoryView, cityDirectoryLoader } from "./cities.server";
import { CityViews } from "./city-views";

/** Page `/admin/cities`: searchable list of all cities. */
function CityDirectory({
  view: { query, summary, countries, timeZones, rows },
}: {
  view: CityDirectoryView;
}) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("admin-cities:list.title")}
        lead={summary}
        actions={
          <>
            <CityViews current="list" />
            <LinkButton to={paths.adminNewCity()} icon="plus">
              {t("admin-cities:list.add")}
            </LinkButton>
          </>
        }
      />
      <Form
        method="get"
        name="filter"
        action={paths.adminCities()}
        role="search"
        isRow
        key={`${query.q} ${query.country} ${query.timeZone}`}
      >
        <TextField
          type="search"
          name="q"
          label={t("admin-cities:list.search")}
          defaultValue={query.q}
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        <Select
          name="country"
          label={t("admin-cities:list.country")}
          empty={t("admin-cities:list.anyCountry")}
          options={countries}
          defaultValue={query.country}
        />
        <Select
          name="timezone"
          label={t("admin-cities:list.timeZone")}
          empty={t("admin-cities:list.anyZone")}
          options={timeZones.map((zone) => ({ value: zone, label: zone }))}
          defaultValue={query.timeZone}
        />
        <Button type="submit" size="md">
          {t("admin-cities:list.show")}
        </Button>
      </Form>
      {rows.length === 0 ? (
        <Empty title={t("admin-cities:list.nothing")} />
      ) : (
        <Table
          label={t("admin-cities:list.title")}
          rows={rows}
          rowKey={({ slug }) => slug}
          columns={[
            {
              key: "city",
              head: t("admin-cities:list.city"),
              isHead: true,
              cell: ({ href, name, otherName, otherLang }) => (
                <>
                  <Link className="rd-link" to={href}>
                    {name}
                  </Link>{" "}
                  {otherName && (
                    <small lang={otherLang} dir="auto">
                      {otherName}
                    </small>
                  )}
                </>
              ),
            },
            { key: "place", head: t("admin-cities:list.place"), cell: ({ place }) => place },
            {
              key: "zone",
              head: t("admin-cities:list.timeZone"),
              cell: ({ timeZone, zoneName }) => <bdi title={zoneName}>{timeZone}</bdi>,
            },
            numberColumn("upcoming", t("admin-cities:list.upcoming")),
          ]}
        />
      )}
    </main>
  );
}

export const handle = page({
  permission: "city:manage",
  crumb: "common:crumb.cities",
  nav: { group: "content", text: "admin:nav.cities", icon: "building-arch" },
  budget: "staff",
});

export async function loader({ request, context }: LoaderFunctionArgs) {
  const params = new URL(request.url).searchParams;
  if (params.get("view") === "board") {
    const board = await cityBoardPage(requireAccount(context), params);
    return { head: board.head, board, list: null };
  }
  const list = await cityDirectoryLoader(context, params);
  return { head: list.head, board: null, list };
}

export default function CitiesRoute() {
  const { board, list } = useLoaderData<typeof loader>();
  return board ? <CityBoard page={board} /> : list && <CityDirectory view={list} />;
}
