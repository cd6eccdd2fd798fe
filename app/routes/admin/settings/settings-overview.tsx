import admin from "~/components/admin/admin-page.module.css";
import classes from "~/components/settings/settings.module.css";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";

interface OverviewView {
  cards: { name: string; icon: string; href: string; title: string; about: string; fact: string; isUrgent?: boolean }[];
}

/** /admin/settings: a card for each part of the system. */
export function SettingsOverview({ page }: { page: OverviewView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{t("settings:overview.title")}</h1>
        <p>{t("settings:overview.lead")}</p>
      </header>
      <ul className={classes.cards}>
        {page.cards.map((card) => (
          <li key={card.name} className={classes.card}>
            <h2>
              <Icon name={card.icon} />
              <Link to={card.href}>{card.title}</Link>
            </h2>
            <p>{card.about}</p>
            <span />
            <p className={classes.fact} data-urgent={card.isUrgent || undefined}>
              {card.isUrgent && <Icon name="alert-triangle" size="s" />}
              {card.fact}
            </p>
          </li>
        ))}
      </ul>
    </main>
  );
}
