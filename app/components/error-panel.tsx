import { isRouteErrorResponse, useRouteLoaderData } from "@remix-run/react";
import { type ReactNode, useEffect } from "react";
import { USUAL_WAIT, waitText } from "../lib/dates/wait-text";
import type { FailureView, SentForm, Site } from "../lib/pages/views";
import { paths } from "../lib/paths";
import { Button } from "../ui/button";
import { Link, useAddress } from "../ui/link";
import { useText } from "../ui/text";
import { documentTitle } from "./document-errors";
import classes from "./error-page.module.css";
import { Hodhod } from "./hodhod/hodhod";

/** What an error page says. @param error as thrown by a route */
export function ErrorPanel({ error }: { error: unknown }) {
  const { t } = useText();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  const failure: Partial<FailureView> | null = isRouteErrorResponse(error) ? error.data : null;
  if (failure?.isClosed) return <Closed />;
  if (failure?.code === "too-many-requests")
    return <TooMany wait={failure.retryAfter ?? USUAL_WAIT} />;
  if (error instanceof TypeError && typeof navigator !== "undefined" && !navigator.onLine)
    return <Offline />;
  const isAway = failure?.code === "unavailable";
  return (
    <Panel
      pose={isAway ? "sleeping" : undefined}
      title={t(isAway ? "common:unavailable.title" : "common:error.title")}
      text={isAway ? t("common:unavailable.text") : (failure?.message ?? t("common:error.text"))}
    >
      {failure?.requestId && (
        <p className={classes.request}>
          {t("common:error.request", { id: "" })} <code>{failure.requestId}</code>
        </p>
      )}
      {failure?.sent && <SendAgain form={failure.sent} />}
      <Retry to={paths.home()} label={t("common:goHome")} />
    </Panel>
  );
}

/** What was written into the form whose answer failed, and a button that sends it once more. */
function SendAgain({ form: { action, fields } }: { form: SentForm }) {
  const { t } = useText();
  return (
    <form method="post" action={action}>
      <p>{t("common:sentForm.text")}</p>
      {fields.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Button type="submit" size="md">
        {t("common:sentForm.again")}
      </Button>
    </form>
  );
}

/** @param pose of the mascot above the title */
function Panel({
  pose,
  title,
  text,
  children,
}: {
  pose?: "sleeping" | "flying" | undefined;
  title: string;
  text: string;
  children: ReactNode;
}) {
  const look = pose ? ` ${pose === "flying" ? classes.lost : classes.closed}` : "";
  return (
    <main className={classes.page + look} id="main">
      {pose && <Hodhod pose={pose} />}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </main>
  );
}

/**
 * Links to retry and to leave. Both load a new document, because client navigation may fail again.
 */
function Retry({ to, label }: { to: string; label: string }) {
  const { t } = useText();
  const address = useAddress();
  return (
    <div className={classes.actions}>
      <Button component="a" href="" size="md">
        {t("common:tryAgain")}
      </Button>
      <Button component="a" href={address(to)} variant="default" size="md">
        {label}
      </Button>
    </div>
  );
}

/** Shown when navigation needs the network. Reloads once the browser is online. */
function Offline() {
  const { t } = useText();
  useEffect(() => {
    const again = () => location.reload();
    addEventListener("online", again);
    return () => removeEventListener("online", again);
  }, []);
  return (
    <Panel title={t("common:offlinePage.title")} text={t("common:offlinePage.text")}>
      <div className={classes.actions}>
        <Button size="md" onClick={() => history.back()}>
          {t("common:offlinePage.back")}
        </Button>
      </div>
    </Panel>
  );
}

/** Shown during maintenance. */
function Closed() {
  const { t } = useText();
  return (
    <Panel pose="sleeping" title={t("common:closed.title")} text={t("common:closed.text")}>
      <Retry to={paths.login()} label={t("common:closed.staff")} />
    </Panel>
  );
}

/** Sets `document.title`, which the layout sets only in new documents. */
function useTitle(title: string) {
  const name = useRouteLoaderData<{ site: Site }>("root")?.site.companyName;
  useEffect(() => {
    document.title = documentTitle(title, name);
  }, [title, name]);
}

/** Shown when the rate limit is exceeded. @param wait seconds */
function TooMany({ wait }: { wait: number }) {
  const { t } = useText();
  const title = t("common:tooMany.title");
  useTitle(title);
  return (
    <Panel pose="sleeping" title={title} text={t("common:tooMany.text")}>
      <p>{waitText(t, wait)}</p>
      <Retry to={paths.home()} label={t("common:goHome")} />
    </Panel>
  );
}

function NotFound() {
  const { t } = useText();
  const title = t("common:notFound.title");
  useTitle(title);
  return (
    <Panel pose="flying" title={title} text={t("common:notFound.text")}>
      <div className={classes.actions}>
        <Button component={Link} to={paths.events()} size="md">
          {t("common:notFound.events")}
        </Button>
        <Button component={Link} to={paths.home()} variant="default" size="md">
          {t("common:goHome")}
        </Button>
      </div>
    </Panel>
  );
}
