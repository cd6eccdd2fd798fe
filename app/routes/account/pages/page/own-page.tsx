import { type ChangeEvent, useState } from "react";
import { shrinkPictureFile } from "~/components/media/shrink-picture";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { PictureFocus } from "~/ui/picture-focus";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { ownPageLoader } from "./own-page.server";

type Picture = NonNullable<Awaited<ReturnType<typeof ownPageLoader>>["managed"]>["picture"];

/** Longer side of an upload, larger than any place that shows the picture, px. */
const SIDE = 1_600;

/** The picture of a page: upload, replace, choose what stays visible, remove. */
export function HostPictureForm({
  picture,
  failure,
}: {
  picture: Picture;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const [isBusy, setBusy] = useState(false);
  const { stored, focus, focuses, limit, isClosed } = picture;
  const shrink = async ({ currentTarget: input }: ChangeEvent<HTMLInputElement>) => {
    const file = input.files?.[0];
    if (!file) return;
    setBusy(true);
    try {
      const files = new DataTransfer();
      files.items.add(await shrinkPictureFile(file, SIDE));
      input.files = files.files;
    } catch {
      // The server reports the error.
    }
    setBusy(false);
  };
  return (
    <Section title={t("account:picture.title")} lead={t("account:pages.picture.lead")} isBeside>
      {isClosed ? (
        <Alert tone="info">{t("account:pages.picture.off")}</Alert>
      ) : (
        <Form name="picture" failure={failure} encType="multipart/form-data" key={stored?.src}>
          {stored && (
            <PictureFocus
              name="imageFocus"
              label={t("account:pages.picture.focus")}
              help={t("account:pages.picture.focusHelp")}
              src={stored.src}
              options={focuses}
              defaultValue={focus}
            />
          )}
          {!stored && <input type="hidden" name="imageFocus" value="center" />}
          <TextField
            name="picture"
            type="file"
            accept="image/jpeg,image/png,image/webp"
            label={t(stored ? "account:pages.picture.replace" : "account:picture.label")}
            help={limit}
            onChange={shrink}
            isBusy={isBusy}
          />
          <FormBar submit={t("account:pages.save")} intent="picture" isQuiet />
        </Form>
      )}
      {stored && (
        <Form name="remove-picture">
          <FormBar submit={t("account:picture.remove")} intent="remove-picture" danger isQuiet />
        </Form>
      )}
    </Section>
  );
}

type Page = Awaited<ReturnType<typeof ownPageLoader>>;

interface OwnPageProps {
  page: Page;
  failure: FormFailure | undefined;
}

/** Page `/account/pages/{id}`: claims a page, and is where its verified manager looks after it. */
export function OwnPage({ page, failure }: OwnPageProps) {
  const { t } = useText();
  const { claim, managed } = page;
  return (
    <main id="main">
      <PageHead
        title={<bdi>{page.name}</bdi>}
        actions={
          <>
            {page.publicHref && (
              <LinkButton to={page.publicHref} variant="default" icon="external-link">
                {t("account:pages.public")}
              </LinkButton>
            )}
            {page.people && (
              <LinkButton to={page.people} variant="default">
                {t("account:pages.people")}
              </LinkButton>
            )}
          </>
        }
      />
      {managed ? (
        <Managed page={page} managed={managed} failure={failure} />
      ) : claim?.status === "pending" ? (
        <Section title={t("account:pages.pendingTitle")} lead={t("account:pages.pendingText")}>
          <Form name="withdraw">
            <FormBar submit={t("account:pages.withdraw")} intent="withdraw" isQuiet />
          </Form>
        </Section>
      ) : (
        <Claim page={page} failure={failureOfForm(failure, "claim")} />
      )}
    </main>
  );
}

function Claim({ page: { claim, closed, limits }, failure }: OwnPageProps) {
  const { t } = useText();
  return (
    <>
      {claim?.status === "rejected" && (
        <Alert tone="bad" title={t("account:pages.rejectedTitle")}>
          <bdi>{t("account:pages.reason", { reason: claim.reason ?? "" })}</bdi>{" "}
          {t("account:pages.again")}
        </Alert>
      )}
      <Section title={t("account:pages.claimTitle")} lead={t("account:pages.claimLead")}>
        {closed ? (
          <Alert tone="info">{t(`account:pages.${closed}`)}</Alert>
        ) : (
          <Form name="claim" failure={failure} keeps="claim">
            <TextArea
              name="statement"
              label={t("account:pages.statement")}
              help={t("account:pages.statementHelp")}
              rows={5}
              counter={limits}
              need="required"
            />
            <TextField
              name="link"
              type="url"
              label={t("account:pages.link")}
              help={t("account:pages.linkHelp")}
              dir="ltr"
              maxLength={500}
            />
            <FormBar submit={t("account:pages.send")} intent="claim" />
          </Form>
        )}
      </Section>
    </>
  );
}

interface ManagedProps {
  managed: NonNullable<Page["managed"]>;
  failure: FormFailure | undefined;
}

/** A message to the followers of the page, and those of before. */
function Announcements({
  managed: { announcements, announcing, announcementLimits },
  failure,
}: ManagedProps) {
  const { t } = useText();
  return (
    <Section
      title={t("account:pages.announce.title")}
      lead={t("account:pages.announce.lead")}
      isBeside
    >
      {announcing ? (
        <Alert tone="info">{announcing}</Alert>
      ) : (
        <Form name="announce" failure={failure} keeps={`announce ${announcements.length}`}>
          <TextArea
            name="textEn"
            label={t("account:pages.announce.textEn")}
            rows={4}
            dir="ltr"
            counter={announcementLimits}
          />
          <TextArea
            name="textFa"
            label={t("account:pages.announce.textFa")}
            rows={4}
            dir="rtl"
            counter={announcementLimits}
          />
          <FormBar submit={t("account:pages.announce.send")} intent="announce" />
        </Form>
      )}
      {announcements.length > 0 && (
        <List label={t("account:pages.announce.earlier")}>
          {announcements.map(({ id, text, status, reason, date }) => (
            <ListItem
              key={id}
              title={<bdi>{text}</bdi>}
              meta={date}
              end={
                <>
                  <StatusBadge status={status === "withdrawn" ? "draft" : status}>
                    {t(`account:pages.announce.status.${status}`)}
                  </StatusBadge>
                  {(status === "pending" || status === "approved") && (
                    <Form name={id}>
                      <input type="hidden" name="announcement" value={id} />
                      <SubmitButton intent="take-back" variant="subtle" size="sm">
                        {t("account:pages.announce.takeBack")}
                      </SubmitButton>
                    </Form>
                  )}
                </>
              }
            >
              {reason && <bdi>{t("account:pages.reason", { reason })}</bdi>}
            </ListItem>
          ))}
        </List>
      )}
    </Section>
  );
}

function Managed({
  page,
  managed,
  failure,
}: OwnPageProps & { managed: NonNullable<Page["managed"]> }) {
  const { t } = useText();
  const { fields, version } = managed;
  return (
    <>
      <Section title={t("account:pages.followers")} isBeside>
        <p>{managed.followers}</p>
      </Section>
      {page.people && (
        <Section
          title={t("account:pages.rsvpMails.title")}
          lead={t("account:pages.rsvpMails.lead")}
          isBeside
        >
          <Form name="mails">
            <FormBar
              submit={t(`account:pages.rsvpMails.${page.getsMails ? "stop" : "get"}`)}
              intent={page.getsMails ? "mails-off" : "mails-on"}
              isQuiet
            />
          </Form>
        </Section>
      )}
      <Announcements managed={managed} failure={failureOfForm(failure, "announce")} />
      <HostPictureForm picture={managed.picture} failure={failureOfForm(failure, "picture")} />
      <Section title={t("account:pages.aboutTitle")} lead={t("account:pages.aboutLead")} isBeside>
        <Form
          name="describe"
          failure={failureOfForm(failure, "describe")}
          keeps={`describe ${version}`}
          key={version}
        >
          <input type="hidden" name="version" value={version} />
          <TextArea
            name="aboutEn"
            label={t("account:pages.aboutEn")}
            defaultValue={fields.aboutEn}
            rows={5}
            dir="ltr"
            maxLength={3_000}
          />
          <TextArea
            name="aboutFa"
            label={t("account:pages.aboutFa")}
            defaultValue={fields.aboutFa}
            rows={5}
            dir="rtl"
            maxLength={3_000}
          />
          <TextArea
            name="links"
            label={t("account:pages.links")}
            help={t("account:pages.linksHelp")}
            defaultValue={fields.links}
            rows={3}
            dir="ltr"
          />
          <FormBar submit={t("account:pages.save")} intent="describe" />
        </Form>
      </Section>
      <Section title={t("account:pages.endTitle")} lead={t("account:pages.endText")} isBeside>
        <Form name="withdraw">
          <FormBar submit={t("account:pages.end")} intent="withdraw" danger isQuiet />
        </Form>
      </Section>
    </>
  );
}
