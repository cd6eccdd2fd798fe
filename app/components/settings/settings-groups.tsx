import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import admin from "../admin/admin-page.module.css";
import classes from "./settings.module.css";

interface GroupsView {
  groups: {
    group: string;
    href: string;
    title: string;
    about: string;
    changed: string[];
    last: { at: string; by: string | null } | null;
  }[];
}

/** /admin/platform-settings: the groups as a list. */
export function SettingsGroups({ page }: { page: GroupsView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("settings:platform.title")}</h1>
        <p>{t("settings:platform.lead")}</p>
      </header>
      <ul className={classes.cards}>
        {page.groups.map((group) => (
          <li key={group.group} className={classes.card}>
            <h2>
              <Link to={group.href}>{group.title}</Link>
            </h2>
            <p>{group.about}</p>
            <p className={classes.fact}>
              {group.changed.length === 0 ? t("settings:asShipped") : t("settings:differing", { count: group.changed.length })}
            </p>
            {group.last && <Last last={group.last} />}
          </li>
        ))}
      </ul>
    </main>
  );
}

/** When something was last changed, and by whom. */
export function Last({ last }: { last: { at: string; by: string | null } }) {
  const { t } = useText();
  return (
    <p className={classes.meta}>
      {t("settings:changed", { ago: last.at })}
      {last.by && (
        <>
          {" "}
          · <bdi>{last.by}</bdi>
        </>
      )}
    </p>
  );
}
