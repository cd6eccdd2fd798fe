import { Button } from "@mantine/core";
import page from "~/components/admin/admin-page.module.css";
import type { AdminFindings as Findings } from "~/components/admin/admin-search";
import { useViewer } from "~/components/viewer";
import { paths } from "~/lib/paths";
import { can } from "~/lib/permissions";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./findings.module.css";

/** Page `/admin/search`: all search results. */
export function AdminFindingsPage({ page: { words, groups } }: { page: Findings }) {
  const { t } = useText();
  const findsPeople = can(useViewer(), "user:manage");
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin:search.title")}</h1>
        <p>{t(findsPeople ? "admin:search.lead" : "admin:search.leadWithoutPeople")}</p>
      </header>
      <Form action={paths.adminSearch()} className={classes.form}>
        <label className="rd-hidden" htmlFor="find">
          {t("admin:search.label")}
        </label>
        <input
          id="find"
          type="search"
          name="q"
          defaultValue={words}
          key={words}
          placeholder={t(findsPeople ? "admin:search.placeholder" : "admin:search.placeholderWithoutPeople")}
        />
        <Button type="submit">{t("admin:search.find")}</Button>
      </Form>
      {groups.map((group) => (
        <section key={group.name} className={classes.group} aria-labelledby={`found-${group.name}`}>
          <h2 id={`found-${group.name}`}>{t(`admin:search.group.${group.name}`)}</h2>
          <ul>
            {group.items.map((item) => (
              <li key={item.href}>
                <Link to={item.href}>
                  <Icon name={item.icon} />
                  <span dir="auto">{item.title}</span>
                  <small dir="auto">{item.note}</small>
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      {words !== "" && groups.length === 0 && <p className={page.empty}>{t("admin:search.nothing", { words })}</p>}
    </main>
  );
}
