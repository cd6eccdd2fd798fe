import type { DigestView } from "~/components/account/account-view";
import { paths } from "~/lib/paths";
import { Link } from "~/ui/link";
import { LinkButton } from "~/ui/link-button";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import classes from "./preferences.module.css";

interface NextDigestProps {
  digest: DigestView | null;
  /** For instant notifications, the digest contains only daily summaries. */
  isInstant: boolean;
}

/** Preview of the next digest, loaded by a link. */
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
        <LinkButton
          variant="default"
          to={`${paths.accountPreferences({ digest: "next" })}#digest`}
          preventScrollReset
        >
          {t("account:preferences.preview")}
        </LinkButton>
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
                  <p className="rd-quiet">
                    {when} · <bdi>{place}</bdi>
                  </p>
                  {note && <p className="rd-quiet">{note}</p>}
                </li>
              ))}
            </ul>
          </section>
        ))}
    </Section>
  );
}
