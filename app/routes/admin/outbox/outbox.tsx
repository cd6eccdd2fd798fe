import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Fact, Facts } from "~/ui/facts";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { List, ListItem, Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Section } from "~/ui/section";
import { Tabs } from "~/ui/tabs";
import { useText } from "~/ui/text";
import classes from "./outbox.module.css";
import type { MailView, OutboxView, PushView } from "./outbox.server";

/** Page `/admin/outbox`: all mails and the selected one. */
export function Outbox({ page }: { page: OutboxView }) {
  const { t } = useText();
  if (page.opened) return <OpenedMail mail={page.opened} back={page.back} />;
  return (
    <main id="main">
      <PageHead title={t("account:outbox.title")} lead={t("account:outbox.lead")} />
      <Tabs
        label={t("account:outbox.filter")}
        tabs={page.shows.map(({ name, href }) => ({
          name: name ?? "all",
          label: t(`account:outbox.show.${name ?? "all"}`),

          href,
        }))}
        current={page.show ?? "all"}
      />
      {page.mails.length + page.pushes.length === 0 && (
        <Empty title={t(page.show === null ? "account:outbox.empty" : "account:outbox.noneDead")} />
      )}
      {page.canResendAll && (
        <Form method="post" action={page.back}>
          <Button intent="resend-all" variant="default">
            {t("account:outbox.resendAll")}
          </Button>
        </Form>
      )}
      <List>
        {page.pushes.map((push) => (
          <Push key={push.id} push={push} action={page.back} />
        ))}
        {page.mails.map((mail) => (
          <Mail key={mail.id} mail={mail} action={page.back} />
        ))}
      </List>
      <Pager
        label={t("account:outbox.pages")}
        start={page.start}
        previous={page.previous}
        next={page.next}
        total={page.total ?? undefined}
      />
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

const TONES = {
  pending: "waiting",
  sending: "waiting",
  "handed-over": "waiting",
  sent: "good",
  dead: "bad",
} as const;

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
  return <Badge icon="lock">{t("account:outbox.secret")}</Badge>;
}

function Mail({ mail, action }: { mail: MailView; action: string }) {
  const { t } = useText();
  return (
    <ListItem
      title={<bdi>{mail.subject}</bdi>}
      level={2}
      to={mail.href}
      meta={
        <>
          <span>
            {t("account:outbox.to")} <bdi>{mail.to}</bdi>
          </span>
          <time dateTime={mail.createdAt} title={mail.when}>
            {mail.ago}
          </time>
          <span>{mail.attempts}</span>
          <span>{mail.kind}</span>
          {mail.isSecret && <Secret />}
        </>
      }
      end={
        <>
          <Status status={mail.status} />
          {mail.canResend && <Resend mail={mail} action={action} />}
        </>
      }
    >
      <LastError error={mail.lastError} />
    </ListItem>
  );
}

/** Failed push notification: text, recipient and last error. */
function Push({ push, action }: { push: PushView; action: string }) {
  const { t } = useText();
  return (
    <ListItem
      title={<bdi>{push.title}</bdi>}
      level={2}
      meta={
        <>
          <bdi>{push.message}</bdi>
          {push.reader && (
            <span>
              {t("account:outbox.to")} <bdi>{push.reader}</bdi>
            </span>
          )}
          <time dateTime={push.createdAt} title={push.when}>
            {push.ago}
          </time>
          <span>{push.attempts}</span>
          <span>{push.kind}</span>
        </>
      }
      end={
        <>
          <Status status="dead" />
          {push.canResend ? (
            <Form method="post" action={action}>
              <input type="hidden" name="push" value={push.id} />
              <Button intent="resend-push" variant="default" size="sm">
                {t("account:outbox.resend")}
              </Button>
            </Form>
          ) : (
            t("account:outbox.stale")
          )}
        </>
      }
    >
      <LastError error={push.lastError} />
    </ListItem>
  );
}

function LastError({ error }: { error: string | null }) {
  const { t } = useText();
  return (
    error && (
      <p className={classes.error}>
        {t("account:outbox.error")}: <bdi>{error}</bdi>
      </p>
    )
  );
}

function Resend({ mail, action }: { mail: MailView; action: string }) {
  const { t } = useText();
  return (
    <Form method="post" action={action}>
      <input type="hidden" name="mail" value={mail.id} />
      <Button intent="resend" variant="default" size="sm">
        {t("account:outbox.resend")}
      </Button>
    </Form>
  );
}

function OpenedMail({ mail, back }: { mail: NonNullable<OutboxView["opened"]>; back: string }) {
  const { t } = useText();
  return (
    <main id="main">
      <p>
        <Link className="rd-link" to={back}>
          {t("account:outbox.back")}
        </Link>
      </p>
      <PageHead
        title={<bdi>{mail.subject}</bdi>}
        badges={
          <Meta>
            <Status status={mail.status} />
            {mail.isSecret && <Secret />}
            <span>{mail.attempts}</span>
            <span>{mail.kind}</span>
          </Meta>
        }
        actions={mail.canResend && <Resend mail={mail} action={back} />}
      />
      <Facts>
        <Fact term={t("account:outbox.to")}>
          <bdi>{mail.to}</bdi>
        </Fact>
        <Fact term={t("account:outbox.when")}>
          <time dateTime={mail.createdAt}>{mail.when}</time>
        </Fact>
        {mail.lastError && (
          <Fact term={t("account:outbox.error")}>
            <bdi>{mail.lastError}</bdi>
          </Fact>
        )}
      </Facts>
      {mail.body ? (
        <>
          <Section title={t("account:outbox.text")}>
            <div className={classes.text} dir="auto" lang={mail.language}>
              <Linked text={mail.body.text} />
            </div>
          </Section>
          <Section title={t("account:outbox.html")}>
            {/* Sandboxed without permissions: no scripts, forms or navigation. */}
            <iframe
              className={classes.frame}
              sandbox=""
              srcDoc={mail.body.html}
              title={t("account:outbox.frame")}
            />
          </Section>
        </>
      ) : (
        <Empty title={t(mail.isSecret ? "account:outbox.hidden" : "account:outbox.emptied")} />
      )}
    </main>
  );
}

/** Text with its URLs as links. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/[^\s<>"]+)/).map((part, index) =>
    index % 2 === 1 ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
      <a key={index} className="rd-link" href={part} rel="noreferrer" dir="ltr">
        {part}
      </a>
    ) : (
      part
    ),
  );
}
