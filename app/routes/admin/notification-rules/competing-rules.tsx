import settings from "~/components/settings/settings.module.css";
import type { CompetingView } from "~/lib/pages/rule-views";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";

/** Which other rules match the same event and reader, which one wins, and why. */
export function CompetingRules({ competing }: { competing: CompetingView | null }) {
  const { t } = useText();
  if (!competing) return null;
  return (
    <section className={settings.competing} aria-labelledby="competing">
      <div>
        <h2 id="competing">{t("admin-news:competing.title")}</h2>
        <p>{t("admin-news:competing.why")}</p>
        <p>
          <strong>{competing.winner}</strong>
        </p>
        <ul>
          {competing.rules.map(({ key, name, href, audience }) => (
            <li key={key}>
              <Link className="rd-link" to={href} dir="auto">
                {name}
              </Link>{" "}
              <bdi className={settings.key}>{key}</bdi> · {audience}
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
