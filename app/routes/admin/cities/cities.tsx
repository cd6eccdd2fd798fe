import { Button } from "@mantine/core";
import page from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin/directory.module.css";
import { Scroller } from "~/components/admin/scroller";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { CityDirectoryView } from "./cities-view";

/** /admin/cities: every city, searched and filtered. */
export function CityDirectory({ view: { query, summary, countries, timeZones, rows } }: { view: CityDirectoryView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin-cities:list.title")}</h1>
        <Button component={Link} to={paths.adminNewCity()} leftSection={<Icon name="plus" />}>
          {t("admin-cities:list.add")}
        </Button>
        <p>{summary}</p>
      </header>
      <Form action={paths.adminCities()} role="search" className={classes.filters} key={`${query.q} ${query.country} ${query.timeZone}`}>
        <label>
          {t("admin-cities:list.search")}
          <input type="search" name="q" defaultValue={query.q} maxLength={80} dir="auto" autoComplete="off" />
        </label>
        <label>
          {t("admin-cities:list.country")}
          <select name="country" defaultValue={query.country}>
            <option value="">{t("admin-cities:list.anyCountry")}</option>
            {countries.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        </label>
        <label>
          {t("admin-cities:list.timeZone")}
          <select name="timezone" defaultValue={query.timeZone}>
            <option value="">{t("admin-cities:list.anyZone")}</option>
            {timeZones.map((zone) => (
              <option key={zone} value={zone}>
                {zone}
              </option>
            ))}
          </select>
        </label>
        <Button type="submit">{t("admin-cities:list.show")}</Button>
      </Form>
      {rows.length === 0 ? (
        <p className={page.empty}>{t("admin-cities:list.nothing")}</p>
      ) : (
        <Scroller label={t("admin-cities:list.title")}>
          <table className={page.table} data-stacked>
            <thead>
              <tr>
                <th scope="col">{t("admin-cities:list.city")}</th>
                <th scope="col">{t("admin-cities:list.place")}</th>
                <th scope="col">{t("admin-cities:list.timeZone")}</th>
                <th scope="col" data-numeric>
                  {t("admin-cities:list.upcoming")}
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((city) => (
                <tr key={city.slug}>
                  <th scope="row">
                    <Link className={classes.name} to={city.href}>
                      {city.name}
                    </Link>{" "}
                    {city.otherName && (
                      <small className={classes.quiet} lang={city.otherLang} dir="auto">
                        {city.otherName}
                      </small>
                    )}
                  </th>
                  <td data-label={t("admin-cities:list.place")}>{city.place}</td>
                  <td data-label={t("admin-cities:list.timeZone")}>
                    <bdi title={city.zoneName}>{city.timeZone}</bdi>
                  </td>
                  <td data-numeric data-label={t("admin-cities:list.upcoming")}>
                    {city.upcoming}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scroller>
      )}
    </main>
  );
}
