import type { ReactNode } from "react";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import type { claimsLoader } from "./claims.server";

type Page = Awaited<ReturnType<typeof claimsLoader>>;

/** Page `/admin/claims`: "this is my venue" and messages to followers, for staff to decide. */
export function Claims({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { claims, announcements, messages, sent } = page;
  const isShown = [...claims, ...announcements, ...messages, ...sent].some(
    ({ id }) => id === failure?.form,
  );
  return (
    <main id="main">
      <PageHead title={t("admin:claims.title")} lead={t("admin:claims.lead")} />
      {failure && !isShown && (
        <Alert tone="bad" live="alert">
          {failure.message}
        </Alert>
      )}
      <Section title={t("admin:claims.claims")}>
        {claims.length === 0 && <Empty title={t("admin:claims.empty")} />}
        <ul className="rd-stack rd-gap-lg">
          {claims.map((claim) => (
            <Claim key={claim.id} claim={claim} failure={failureOfForm(failure, claim.id)} />
          ))}
        </ul>
      </Section>
      <Section
        title={t("admin:claims.announcements.title")}
        lead={t("admin:claims.announcements.lead")}
      >
        {announcements.length === 0 && <Empty title={t("admin:claims.empty")} />}
        <ul className="rd-stack rd-gap-lg">
          {announcements.map((one) => (
            <Announcement
              key={one.id}
              announcement={one}
              failure={failureOfForm(failure, one.id)}
            />
          ))}
        </ul>
      </Section>
      <Section title={t("admin:claims.messages.title")} lead={t("admin:claims.messages.lead")}>
        {messages.length === 0 && <Empty title={t("admin:claims.empty")} />}
        <ul className="rd-stack rd-gap-lg">
          {messages.map((one) => (
            <Announcement
              key={one.id}
              announcement={one}
              of="message"
              failure={failureOfForm(failure, one.id)}
            />
          ))}
        </ul>
      </Section>
      {sent.length > 0 && (
        <Section title={t("admin:claims.announcements.sent")}>
          <ul className="rd-stack rd-gap-lg">
            {sent.map((one) => (
              <Announcement
                key={one.id}
                announcement={one}
                failure={failureOfForm(failure, one.id)}
                isSent
              />
            ))}
          </ul>
        </Section>
      )}
    </main>
  );
}

interface AboutHostProps {
  host: { name: string; href: string } | null;
  by: string;
  person: string;
  children: ReactNode;
}

function AboutHost({ host, by, person, children }: AboutHostProps) {
  const { t } = useText();
  return (
    <Card
      as="li"
      level={3}
      title={
        host ? (
          <Link to={host.href}>
            <bdi>{host.name}</bdi>
          </Link>
        ) : (
          t("admin:claims.gone")
        )
      }
      actions={
        <Meta>
          <Link to={person}>{by}</Link>
        </Meta>
      }
    >
      {children}
    </Card>
  );
}

interface DecideProps {
  id: string;
  of: "claim" | "announcement" | "message";
  failure: FormFailure | undefined;
  /** Whether it can be taken down alone. */
  isSent?: boolean;
}

/** Approve, or reject with a reason. */
function Decide({ id, of, failure, isSent = false }: DecideProps) {
  const { t } = useText();
  return (
    <>
      {!isSent && (
        <Form name={`approve-${id}`}>
          <input type="hidden" name={of} value={id} />
          <FormBar
            submit={t(
              of === "claim" ? "admin:claims.approve" : "admin:claims.announcements.approve",
            )}
            intent="approve"
          />
        </Form>
      )}
      <Fold
        title={t(isSent ? "admin:claims.announcements.takeDown" : "admin:claims.rejectTitle")}
        open={failure !== undefined}
      >
        <Form name={id} failure={failure} keeps={`reason ${id}`}>
          <input type="hidden" name={of} value={id} />
          <TextArea
            name="reason"
            label={t("admin:claims.reason")}
            rows={3}
            maxLength={500}
            need="required"
          />
          <FormBar
            submit={t(isSent ? "admin:claims.announcements.takeDown" : "admin:claims.reject")}
            intent="reject"
            danger
          />
        </Form>
      </Fold>
    </>
  );
}

interface AnnouncementProps {
  announcement: Page["announcements"][number];
  of?: "announcement" | "message";
  failure: FormFailure | undefined;
  isSent?: boolean;
}

function Announcement({
  announcement: { id, host, by, author, texts },
  of = "announcement",
  failure,
  isSent = false,
}: AnnouncementProps) {
  return (
    <AboutHost host={host} by={by} person={author}>
      {texts.map((text) => (
        <p key={text} className="rd-lines" dir="auto">
          {text}
        </p>
      ))}
      <Decide id={id} of={of} failure={failure} isSent={isSent} />
    </AboutHost>
  );
}

function Claim({
  claim,
  failure,
}: {
  claim: Page["claims"][number];
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  return (
    <AboutHost host={claim.host} by={claim.by} person={claim.claimant}>
      <p className="rd-lines" dir="auto">
        {claim.statement}
      </p>
      {claim.link && (
        <p>
          {t("admin:claims.link")}:{" "}
          <a
            className="rd-link"
            href={claim.link}
            rel="nofollow noopener noreferrer"
            target="_blank"
            dir="ltr"
          >
            {claim.link}
          </a>
        </p>
      )}
      <Decide id={claim.id} of="claim" failure={failure} />
    </AboutHost>
  );
}
