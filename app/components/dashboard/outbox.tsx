import { Button } from "@mantine/core";
import { paths } from "../../lib/paths";
import { Badge } from "../badge/badge";
import { Icon } from "../icon";
import { Form, Link } from "../link";
import { useText } from "../text";
import classes from "./outbox.module.css";
import type { MailView, OutboxView } from "./outbox-view";

/** /admin/outbox: every mail of the product, and the one that is open. */
export function Outbox({ page }: { page: OutboxView }) {
  const { t } = useText();
  if (page.opened) return <OpenedMail mail={page.opened} back={page.back} />;
  return (
    <main id="main">
      <header className={classes.head}>
        <h1>{t("account:outbox.title")}</h1>
        <p>{t("account:outbox.lead")}</p>
      </header>
      {page.mails.length === 0 ? (
        <p className={classes.empty}>{t("account:outbox.empty")}</p>
      ) : (
        <ul className={classes.mails}>
          {page.mails.map((mail) => (
            <Mail key={mail.id} mail={mail} />
          ))}
        </ul>
      )}
      {(page.next || !page.isFirst) && (
        <nav className={classes.pages} aria-label={t("account:outbox.pages")}>
          {!page.isFirst && (
            <Link className="rd-link" to={paths.adminOutbox()}>
              {t("account:outbox.newest")}
            </Link>
          )}
          {page.next && (
            <Link className="rd-link" to={page.next}>
              {t("account:outbox.older")}
            </Link>
          )}
        </nav>
      )}
    </main>
  );
}

const ICONS = {
  pending: <Icon name="hourglass" size="s" />,
  sending: <Icon name="send" size="s" />,
  "handed-over": <Icon name="send" size="s" />,
  sent: <Icon name="circle-check" size="s" />,
  dead: <Icon name="circle-x" size="s" />,
};

const TONES = { pending: "waiting", sending: "waiting", "handed-over": "waiting", sent: "good", dead: "bad" } as const;

function Status({ status }: Pick<MailView, "status">) {
  const { t } = useText();
  return (
    <Badge tone={TONES[status]}>
      {ICONS[status]}
      {t(`account:outbox.status.${status}`)}
    </Badge>
  );
}

function Secret() {
  const { t } = useText();
  return (
    <Badge>
      <Icon name="lock" size="s" />
      {t("account:outbox.secret")}
    </Badge>
  );
}

function Mail({ mail }: { mail: MailView }) {
  const { t } = useText();
  return (
    <li className={classes.mail}>
      <div>
        <h2>
          <Link to={mail.href} dir="auto">
            {mail.subject}
          </Link>
        </h2>
        <p className={classes.meta}>
          <span>
            {t("account:outbox.to")} <bdi>{mail.to}</bdi>
          </span>
          <time dateTime={mail.createdAt} title={mail.when}>
            {mail.ago}
          </time>
          <span>{mail.attempts}</span>
          <code>{mail.kind}</code>
          {mail.isSecret && <Secret />}
        </p>
      </div>
      <div className={classes.end}>
        <Status status={mail.status} />
        {mail.canResend && <Resend mail={mail} />}
      </div>
      {mail.lastError && (
        <p className={classes.error}>
          {t("account:outbox.error")}: <bdi>{mail.lastError}</bdi>
        </p>
      )}
    </li>
  );
}

function Resend({ mail }: { mail: MailView }) {
  const { t } = useText();
  return (
    <Form method="post">
      <input type="hidden" name="mail" value={mail.id} />
      <Button type="submit" name="intent" value="resend" variant="default" size="sm">
        {t("account:outbox.resend")}
      </Button>
    </Form>
  );
}

function OpenedMail({ mail, back }: { mail: NonNullable<OutboxView["opened"]>; back: string }) {
  const { t } = useText();
  return (
    <main id="main" className={classes.opened}>
      <p>
        <Link className="rd-link" to={back}>
          {t("account:outbox.back")}
        </Link>
      </p>
      <h1 dir="auto">{mail.subject}</h1>
      <p className={classes.meta}>
        <Status status={mail.status} />
        {mail.isSecret && <Secret />}
        <span>{mail.attempts}</span>
        <code>{mail.kind}</code>
      </p>
      <dl className={classes.facts}>
        <dt>{t("account:outbox.to")}</dt>
        <dd>
          <bdi>{mail.to}</bdi>
        </dd>
        <dt>{t("account:outbox.when")}</dt>
        <dd>
          <time dateTime={mail.createdAt}>{mail.when}</time>
        </dd>
        {mail.lastError && (
          <>
            <dt>{t("account:outbox.error")}</dt>
            <dd>
              <bdi>{mail.lastError}</bdi>
            </dd>
          </>
        )}
      </dl>
      {mail.canResend && <Resend mail={mail} />}
      {mail.body ? (
        <>
          <h2>{t("account:outbox.text")}</h2>
          <div className={classes.text} dir="auto" lang={mail.language}>
            <Linked text={mail.body.text} />
          </div>
          <h2>{t("account:outbox.html")}</h2>
          {/* Nothing in a mail may act here: no scripts, no forms, no way out of the frame. */}
          <iframe className={classes.frame} sandbox="" srcDoc={mail.body.html} title={t("account:outbox.frame")} />
        </>
      ) : (
        <p className={classes.empty}>{t(mail.isSecret ? "account:outbox.hidden" : "account:outbox.emptied")}</p>
      )}
    </main>
  );
}

/** A text whose web addresses can be followed. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never change places
      <a key={index} className="rd-link" href={part} rel="noreferrer" dir="ltr">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
