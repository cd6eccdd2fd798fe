import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useRef } from "react";
import { callMascot } from "~/components/hodhod/mascot-loader";
import { OfflineIcon, useOnline } from "~/components/shell/offline-notice";
import { STATUSES, StatusBadge } from "~/components/status-badge/status-badge";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, Link, useAddress } from "~/ui/link";
import { KhatamLoader } from "~/ui/progress";
import { useText } from "~/ui/text";
import { useToast } from "~/ui/toast";
import { Tooltip } from "~/ui/tooltip";
import { useUx } from "~/ui/ux";
import type { DemoAnswer } from "./demo-list";
import { DemoDeletion, DemoList } from "./demo-list";
import classes from "./feedback-demo.module.css";
import type { DemoText, DemoView } from "./feedback-demo.server";

/** Brings the dismissed mascot back, unless reduced motion is preferred. */
export function DemoMascot({ text }: { text: DemoText["mascot"] }) {
  const show = useToast();
  const { mascot } = useUx();
  return (
    <Button
      variant="default"
      onClick={() => (mascot.enabled && callMascot()) || show({ kind: "info", text: text.stays })}
    >
      {text.call}
    </Button>
  );
}

/** Form with errors of the server beside its fields. `noValidate` keeps browser messages away. */
export function DemoForm({
  text,
  answer,
}: {
  text: DemoText["form"];
  answer: DemoAnswer | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (answer) form.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [answer]);
  return (
    <Form
      ref={form}
      className={classes.form}
      method="post"
      action={`${paths.feedbackDemo()}#form`}
      noValidate
      preventScrollReset
    >
      <fieldset>
        <legend>{text.legend}</legend>
        {(["titleEn", "venueEn", "email"] as const).map((name) => {
          const issue = answer?.issues[name];
          const described = [text.help[name] && `${name}-help`, issue && `${name}-issue`]
            .filter(Boolean)
            .join(" ");
          return (
            <div key={name} className={`${classes.field} rd-stack rd-gap-2xs`}>
              <label htmlFor={name}>
                {text.fields[name]}
                {name === "email" && <small> {text.optional}</small>}
              </label>
              <input
                id={name}
                name={name}
                type={name === "email" ? "email" : "text"}
                dir={name === "email" ? "ltr" : "auto"}
                autoComplete="off"
                defaultValue={answer?.values[name] ?? ""}
                aria-invalid={issue ? true : undefined}
                aria-describedby={described || undefined}
              />
              {text.help[name] && (
                <p id={`${name}-help`} className="rd-note">
                  {text.help[name]}
                </p>
              )}
              {issue && (
                <p id={`${name}-issue`} className={classes.issue}>
                  <Icon name="alert-circle" size="s" />
                  {text.issues[issue]}
                </p>
              )}
            </div>
          );
        })}
      </fieldset>
      <Button intent="check">{text.submit}</Button>
    </Form>
  );
}

/** Demo page with every feedback pattern (product.md §2). */
export function FeedbackDemo({ page, answer }: { page: DemoView; answer: DemoAnswer | undefined }) {
  const { text } = page;
  const address = useAddress();
  return (
    <main id="main" className="rd-wrap">
      <header className={classes.head}>
        <h1>{text.title}</h1>
        <p>{text.lead}</p>
      </header>
      <Pattern id="toasts" {...text.toasts}>
        <Toasts text={text.toasts} />
      </Pattern>
      <Pattern id="form" {...text.form}>
        <DemoForm text={text.form} answer={answer} />
      </Pattern>
      <Pattern id="waiting" {...text.waiting}>
        <Waiting text={text.waiting} />
      </Pattern>
      <Pattern id="list" {...text.list}>
        <DemoList text={text.list} list={page.list} />
      </Pattern>
      <Pattern id="confirm" {...text.confirm}>
        <DemoDeletion text={text.confirm} confirming={page.confirming} removed={page.removed} />
      </Pattern>
      <Pattern id="badges" {...text.badges}>
        <p className="rd-row">
          {STATUSES.map((status) => (
            <StatusBadge key={status} status={status}>
              {text.badges[status]}
            </StatusBadge>
          ))}
        </p>
      </Pattern>
      <Pattern id="hint" {...text.hint}>
        <Tooltip label={text.hint.label}>{text.hint.tip}</Tooltip>
      </Pattern>
      <Pattern id="network" needsScript {...text.network}>
        <NetworkFailure action={text.network.action} />
      </Pattern>
      <Pattern id="offline" needsScript {...text.offline}>
        <Connection text={text.offline} />
      </Pattern>
      <Pattern id="failure" {...text.failure}>
        <div className="rd-row">
          {/* Loads a new document, so that the error page shows the request id of the failure. */}
          <Button
            component="a"
            href={address(paths.feedbackDemo({ fail: true }))}
            variant="default"
          >
            {text.failure.error}
          </Button>
          <Button component={Link} to={`${paths.feedbackDemo()}/nowhere`} variant="default">
            {text.failure.lost}
          </Button>
        </div>
      </Pattern>
      <Pattern id="mascot" needsScript {...text.mascot}>
        <DemoMascot text={text.mascot} />
      </Pattern>
    </main>
  );
}

interface PatternProps {
  id: string;
  title: string;
  text: string;
  needsScript?: boolean;
  children: ReactNode;
}

function Pattern({ id, title, text, needsScript = false, children }: PatternProps) {
  return (
    <section
      id={id}
      className={`${classes.pattern} ${needsScript ? "rd-needs-script" : ""}`}
      aria-labelledby={`${id}-title`}
    >
      <div>
        <h2 id={`${id}-title`}>{title}</h2>
        <p>{text}</p>
      </div>
      <div className={classes.live}>{children}</div>
    </section>
  );
}

function Toasts({ text }: { text: DemoView["text"]["toasts"] }) {
  return (
    <Form
      className="rd-row"
      method="post"
      action={`${paths.feedbackDemo()}#toasts`}
      preventScrollReset
    >
      <input type="hidden" name="intent" value="toast" />
      {(["success", "info", "error"] as const).map((kind) => (
        <Button key={kind} type="submit" name="kind" value={kind} variant="default">
          {text[kind]}
        </Button>
      ))}
    </Form>
  );
}

function Waiting({ text }: { text: DemoView["text"]["waiting"] }) {
  const navigation = useNavigation();
  const busy = navigation.formData?.get("intent") === "wait";
  return (
    <Form method="post" action={`${paths.feedbackDemo()}#waiting`} preventScrollReset>
      <Button intent="wait" loading={busy} aria-busy={busy}>
        {text.action}
      </Button>
      {busy && <KhatamLoader size="s" />}
    </Form>
  );
}

/** Fetches a redirect with `redirect: "error"`, which fails like a network error. */
function NetworkFailure({ action }: { action: string }) {
  const { t } = useText();
  const show = useToast();
  const send = () =>
    fetch(paths.preferences(), { redirect: "error" }).catch(() =>
      show({ kind: "error", text: t("common:error.network") }),
    );
  return (
    <Button variant="default" onClick={send}>
      {action}
    </Button>
  );
}

function Connection({ text }: { text: DemoView["text"]["offline"] }) {
  const online = useOnline();
  return (
    <p className={classes.connection} role="status">
      {online ? <Icon name="wifi" /> : <OfflineIcon />}
      {online ? text.online : text.isOffline}
    </p>
  );
}
