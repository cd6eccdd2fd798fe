import type { DigestView } from "~/components/account/account-view";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import classes from "./preferences.module.css";

interface NextDigestProps {
  digest: DigestView | null;
  /** Who hears of things at once gets but what rules leave to a day as a whole. */
  isInstant: boolean;
}

/** What the next digest would hold, behind a link that asks for it. */
export function NextDigest({ digest, isInstant }: NextDigestProps) {
  const { t } = useText();
  const lead =
    digest === null
      ? t(isInstant ? "account:preferences.previewLeadInstant" : "account:preferences.previewLead")
      : digest.due === null
        ? t("account:preferences.previewNone")
        : digest.sections.length > 0
          ? t("account:preferences.previewDue", { when: digest.due })
          : t("account:preferences.previewEmpty");
  return (
    <Section id="digest" isBeside title={t("account:preferences.previewTitle")} lead={lead}>
      {digest === null && (
        <p>
          <Link to={`${paths.accountPreferences({ digest: "next" })}#digest`} preventScrollReset>
            {t("account:preferences.preview")}
          </Link>
        </p>
      )}
      {digest !== null &&
        digest.due !== null &&
        digest.sections.map(({ heading, events }) => (
          <section key={heading} className={classes.digest}>
            <h3>{heading}</h3>
            <ul>
              {events.map(({ title, href, when, place, note }) => (
                <li key={href}>
                  <Link to={href}>
                    <bdi>{title}</bdi>
                  </Link>
                  <p className={classes.about}>
                    {when} · <bdi>{place}</bdi>
                  </p>
                  {note && <p className={classes.about}>{note}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Section>
  );
}
