import { paths } from "~/lib/paths";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Select } from "~/ui/select";
import { numberColumn, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { CityDirectoryView } from "./cities.server";
import { CityViews } from "./city-views";

/** Page `/admin/cities`: searchable list of all cities. */
export function CityDirectory({
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
