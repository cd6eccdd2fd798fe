import { Button } from "@mantine/core";
import { Pager } from "~/components/admin/pager";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./outbox.module.css";
import type { MailView, OutboxView, PushView } from "./outbox-view";

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
      <nav className={classes.shows} aria-label={t("account:outbox.filter")}>
        {page.shows.map(({ name, href }) => (
          <Link key={name} to={href} aria-current={name === page.show ? "page" : undefined}>
            {t(`account:outbox.show.${name ?? "all"}`)}
          </Link>
        ))}
      </nav>
      {page.mails.length + page.pushes.length === 0 && (
        <p className={classes.empty}>{t(page.show === null ? "account:outbox.empty" : "account:outbox.noneDead")}</p>
      )}
      {page.canResendAll && (
        <Form method="post" action={page.back}>
          <Button type="submit" name="intent" value="resend-all" variant="default">
            {t("account:outbox.resendAll")}
          </Button>
        </Form>
      )}
      {page.pushes.length > 0 && (
        <ul className={classes.mails}>
          {page.pushes.map((push) => (
            <Push key={push.id} push={push} action={page.back} />
          ))}
        </ul>
      )}
      {page.mails.length > 0 && (
        <ul className={classes.mails}>
          {page.mails.map((mail) => (
            <Mail key={mail.id} mail={mail} action={page.back} />
          ))}
        </ul>
      )}
      <Pager label={t("account:outbox.pages")} start={page.start} previous={page.previous} next={page.next} total={page.total} />
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

function Mail({ mail, action }: { mail: MailView; action: string }) {
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
        {mail.canResend && <Resend mail={mail} action={action} />}
      </div>
      {mail.lastError && (
        <p className={classes.error}>
          {t("account:outbox.error")}: <bdi>{mail.lastError}</bdi>
        </p>
      )}
    </li>
  );
}

/** A push that was given up: what it said, to whom, and why it did not go. */
function Push({ push, action }: { push: PushView; action: string }) {
  const { t } = useText();
  return (
    <li className={classes.mail}>
      <div>
        <h2 dir="auto">{push.title}</h2>
        <p dir="auto">{push.message}</p>
        <p className={classes.meta}>
          {push.reader && (
            <span>
              {t("account:outbox.to")} <bdi>{push.reader}</bdi>
            </span>
          )}
          <time dateTime={push.createdAt} title={push.when}>
            {push.ago}
          </time>
          <span>{push.attempts}</span>
          <code>{push.kind}</code>
        </p>
      </div>
      <div className={classes.end}>
        <Status status="dead" />
        {push.canResend ? (
          <Form method="post" action={action}>
            <input type="hidden" name="push" value={push.id} />
            <Button type="submit" name="intent" value="resend-push" variant="default" size="sm">
              {t("account:outbox.resend")}
            </Button>
          </Form>
        ) : (
          <p className={classes.meta}>{t("account:outbox.stale")}</p>
        )}
      </div>
      {push.lastError && (
        <p className={classes.error}>
          {t("account:outbox.error")}: <bdi>{push.lastError}</bdi>
        </p>
      )}
    </li>
  );
}

function Resend({ mail, action }: { mail: MailView; action: string }) {
  const { t } = useText();
  return (
    <Form method="post" action={action}>
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
      {mail.canResend && <Resend mail={mail} action={back} />}
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
