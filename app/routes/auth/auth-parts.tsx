import { Fragment, type ReactNode, useEffect } from "react";
import { markInputUnsaved } from "~/lib/pages/unsaved-input";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Form, Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./auth.module.css";
import googleMark from "./google.svg?url";

/** Link styled as a button. */
export function AuthLink({
  to,
  isMain = false,
  children,
}: {
  to: string;
  isMain?: boolean;
  children: ReactNode;
}) {
  return (
    <Button component={Link} to={to} size="lg" variant={isMain ? undefined : "default"} fullWidth>
      {children}
    </Button>
  );
}

/** Link to the Google log-in. Loads a new document, because it leaves the site. */
export function GoogleLink({ returnTo, isAgain = false }: { returnTo: string; isAgain?: boolean }) {
  const { t } = useText();
  const address = useAddress();
  return (
    <Button
      component="a"
      href={address(paths.loginGoogle(returnTo, isAgain))}
      size="lg"
      variant="default"
      fullWidth
      leftSection={<img src={googleMark} alt="" width={20} height={20} />}
    >
      {t("auth:google")}
    </Button>
  );
}

/** Divider between other log-in methods and the form. */
export function OrLine() {
  const { t } = useText();
  return <div className={classes.or}>{t("auth:or")}</div>;
}

/** Explains that the session has ended, and marks typed input for restoring after the log-in. */
export function SessionEnded() {
  const { t } = useText();
  useEffect(markInputUnsaved, []);
  return (
    <p className={classes.notice} role="status">
      {t("auth:logIn.ended")}
    </p>
  );
}

/** Offers a log-in link by email to rate-limited users, with the typed address. */
export function LoginLinkOffer({ email, returnTo }: { email: string; returnTo: string }) {
  const { t } = useText();
  return (
    <Form method="post" action={paths.loginLink({ returnTo })} className="rd-stack">
      <p className={classes.hint}>{t("auth:loginLink.offer")}</p>
      <input type="hidden" name="email" value={email} />
      <Button intent="send-link" size="lg" variant="default" fullWidth>
        {t("auth:loginLink.send")}
      </Button>
    </Form>
  );
}

/**
 * Text whose `{{terms}}` and `{{privacy}}` become links. They open in a new tab, which keeps the
 * form's values.
 */
export function WithLegalLinks({ text }: { text: string }) {
  const { t } = useText();
  const address = useAddress();
  return text.split(/\{\{(terms|privacy)\}\}/).map((part) => (
    <Fragment key={part}>
      {part === "terms" || part === "privacy" ? (
        <a className="rd-link" href={address(paths.legal(part))} target="_blank" rel="noreferrer">
          {t(`auth:${part}`)}
        </a>
      ) : (
        part
      )}
    </Fragment>
  ));
}

/** Minimum age and legal links. */
export function LegalLine() {
  const { t } = useText();
  return (
    <p className={classes.legal}>
      <WithLegalLinks text={t("auth:legal")} />
    </p>
  );
}
