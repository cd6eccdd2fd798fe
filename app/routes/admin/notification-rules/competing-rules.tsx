import { Alert } from "~/ui/alert";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { CompetingView } from "./notification-rules.server";

/** Other rules that match the same event and reader, with the winner and the reason. */
export function CompetingRules({ competing }: { competing: CompetingView | null }) {
  const { t } = useText();
  if (!competing) return null;
  return (
    <section aria-label={t("notification-admin:competing.title")}>
      <Alert tone="info" title={t("notification-admin:competing.title")}>
        <p>{t("notification-admin:competing.why")}</p>
        <p>
          <strong>{competing.winner}</strong>
        </p>
        <ul>
          {competing.rules.map(({ key, name, href, audience }) => (
            <li key={key}>
              <Link className="rd-link" to={href} dir="auto">
                {name}
              </Link>{" "}
              <bdi className="rd-code">{key}</bdi> · {audience}
            </li>
          ))}
        </ul>
      </Alert>
    </section>
  );
}
