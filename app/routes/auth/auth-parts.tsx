import { useNavigation } from "@remix-run/react";
import { Fragment, type ReactNode, useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { markInputUnsaved } from "~/lib/pages/unsaved-input";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./auth.module.css";
import googleMark from "./google.svg?url";

interface AuthMessageProps {
  kind: "mail" | "done" | "warning";
  title: string;
  text: ReactNode;
  /** Advice if the step fails. */
  hint?: string;
  /** Links to continue. */
  children?: ReactNode;
}

/** Authentication page with a message instead of a form. */
export function AuthMessage({ kind, title, text, hint, children }: AuthMessageProps) {
  return (
    <main id="main" className={`${classes.column} ${classes.message}`}>
      <span className={classes.sign} data-kind={kind}>
        {kind === "mail" ? (
          <Icon name="mail" size="l" />
        ) : kind === "done" ? (
          <Icon name="check" size="l" />
        ) : (
          <Icon name="alert-circle" size="l" />
        )}
      </span>
      <h1>{title}</h1>
      <p className={classes.lead}>{text}</p>
      {hint && <p className={classes.hint}>{hint}</p>}
      {children && <div className={classes.ways}>{children}</div>}
    </main>
  );
}

interface AuthFormProps {
  title: string;
  lead: ReactNode;
  /** The rejected submission. */
  failure: FormFailure | undefined;
  submit: string;
  intent: string;
  /** Content above the form, such as another log-in method. */
  before?: ReactNode;
  /** Content below the form. */
  after?: ReactNode;
  children?: ReactNode;
}

/**
 * Form of an authentication page. Posts to the page's own URL, which keeps the query string.
 * `noValidate`, so that errors come from the server in the language of the page.
 */
export function AuthForm({
  title,
  lead,
  failure,
  submit,
  intent,
  before,
  after,
  children,
}: AuthFormProps) {
  const navigation = useNavigation();
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (failure) summary.current?.focus();
  }, [failure]);
  const issues = Object.entries(failure?.issues ?? {});
  return (
    <main id="main" className={classes.column}>
      <h1>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      {failure && (
        <div ref={summary} className={classes.summary} role="alert" tabIndex={-1}>
          <Icon name="alert-circle" />
          <div>
            <p>{failure.message}</p>
            {issues.length > 0 && (
              <ul>
                {issues.map(([name, issue]) => (
                  <li key={name}>
                    <a href={`#${name}`}>{issue}</a>
                  </li>
                ))}
              </ul>
            )}
          </div>
        </div>
      )}
      {before}
      <Form method="post" noValidate className="rd-stack">
        {children}
        <Button
          intent={intent}
          size="lg"
          fullWidth
          loading={navigation.state !== "idle" && navigation.formMethod === "POST"}
        >
          {submit}
        </Button>
      </Form>
      {after && <div className={classes.after}>{after}</div>}
    </main>
  );
}

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
