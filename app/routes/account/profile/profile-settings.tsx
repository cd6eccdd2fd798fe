import { useSubmit } from "@remix-run/react";
import type { FormEvent } from "react";
import { ConfirmField } from "~/components/account/confirm-field";
import { shrinkPictureFile } from "~/components/media/shrink-picture";
import { RoleBadge } from "~/components/role-badge/role-badge";
import { LOCALES } from "~/i18n/locale";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { forgetChoice, type StoredChoice, storeChoice } from "~/lib/http/stored-choice";
import { paths } from "~/lib/paths";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Fact, Facts } from "~/ui/facts";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Form as PlainForm, useAddress } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import type { AccountView } from "./profile.server";

/** Updates the browser's stored theme and language to match the account. */
function keepInStep(event: FormEvent<HTMLFormElement>): void {
  const form = new FormData(event.currentTarget);
  const choices: [StoredChoice, FormDataEntryValue | null][] = [
    ["rooydad.language", form.get("preferredLanguage")],
    ["rooydad.theme", form.get("theme")],
  ];
  for (const [choice, value] of choices)
    if (typeof value === "string" && value) storeChoice(choice, value);
    else forgetChoice(choice);
}

/**
 * Form for language, theme, calendar and time zone. It loads a new document, which all of them
 * affect.
 */
function DisplayForm({ page, failure }: { page: AccountView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const { language, theme, calendar, timeZone } = page.display;
  return (
    <Form name="display" failure={failure} reloads={paths.account()} onSubmit={keepInStep}>
      <Select
        name="preferredLanguage"
        label={t("account:display.language")}
        defaultValue={language}
        empty={t("account:display.languageAuto")}
        options={LOCALES.map((code) => ({
          value: code,
          label: t(`common:language.${code}`),
          lang: code,
        }))}
      />
      <Select
        name="theme"
        label={t("account:display.theme")}
        defaultValue={theme}
        empty={t("account:display.themeAuto")}
        options={[
          { value: "light", label: t("account:display.light") },
          { value: "dark", label: t("account:display.dark") },
        ]}
      />
      <Select
        name="calendar"
        label={t("account:display.calendar")}
        defaultValue={calendar}
        empty={t("account:display.calendarAuto")}
        options={[
          { value: "jalali", label: t("account:display.jalali") },
          { value: "gregorian", label: t("account:display.gregorian") },
        ]}
      />
      <Select
        name="timeZone"
        label={t("account:display.timeZone")}
        help={t("account:display.timeZoneHelp")}
        defaultValue={timeZone}
        empty={t("account:display.timeZoneAuto")}
        options={[
          { group: t("account:display.near"), options: page.timeZones.near },
          {
            group: t("account:display.others"),
            options: page.timeZones.others.map((zone) => ({
              value: zone,
              label: zone.replaceAll("_", " "),
            })),
          },
        ]}
      />
      <FormBar submit={t("account:save")} intent="display" />
    </Form>
  );
}

/** Profile picture: upload, import or remove. */
function PictureForm({
  page,
  failure,
  here,
}: {
  page: AccountView;
  failure: FormFailure | undefined;
  here: string;
}) {
  const { t } = useText();
  const submit = useSubmit();
  const address = useAddress();
  const send = (event: FormEvent<HTMLFormElement>) => {
    const form = event.currentTarget;
    const file = new FormData(form).get("picture");
    if (!(file instanceof File) || file.size === 0) return;
    event.preventDefault();
    shrinkPictureFile(file)
      .catch(() => file)
      .then((picture) => {
        const fields = new FormData();
        fields.set("intent", "picture");
        fields.set("picture", picture);
        submit(fields, {
          method: "post",
          action: address(here),
          encType: "multipart/form-data",
          preventScrollReset: true,
        });
        form.reset();
      });
  };
  const { url, hasExternal, limit } = page.picture;
  return (
    <>
      <div className="rd-row rd-gap-md">
        <Avatar photoUrl={url} initials={page.initials} size="l" />
        {(url || hasExternal) && (
          <PlainForm method="post" className="rd-row rd-gap-sm" preventScrollReset>
            {hasExternal && (
              <SubmitButton intent="external-picture" variant="default">
                {t("account:picture.external")}
              </SubmitButton>
            )}
            {url && (
              <SubmitButton intent="remove-picture" variant="default">
                {t("account:picture.remove")}
              </SubmitButton>
            )}
          </PlainForm>
        )}
      </div>
      <Form name="picture" failure={failure} onSubmit={send} encType="multipart/form-data">
        <TextField
          name="picture"
          type="file"
          accept="image/jpeg,image/png,image/webp"
          label={t("account:picture.label")}
          help={limit}
        />
        <FormBar submit={t("account:picture.submit")} intent="picture" isQuiet />
      </Form>
    </>
  );
}

const TIERS = {
  "low trust": "low",
  "new user": "new",
  regular: "regular",
  trusted: "trusted",
} as const;

/** Page `/account`: profile and display settings. */
export function ProfileSettings({
  page,
  failure,
}: {
  page: AccountView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const name = failureOfForm(failure, "name");
  const email = failureOfForm(failure, "email");
  return (
    <main id="main">
      <PageHead title={t("account:profile.title")} lead={t("account:profile.lead")} />
      <Section isBeside title={t("account:name.title")} lead={t("account:name.lead")}>
        <Form name="name" failure={name} keeps={`name ${page.displayName}`}>
          <TextField
            name="displayName"
            label={t("account:name.label")}
            autoComplete="name"
            dir="auto"
            defaultValue={page.displayName}
          />
          <FormBar submit={t("account:save")} intent="name" />
        </Form>
      </Section>
      <Section isBeside title={t("account:picture.title")} lead={t("account:picture.lead")}>
        <PictureForm
          page={page}
          failure={failureOfForm(failure, "picture")}
          here={paths.account()}
        />
      </Section>
      <Section isBeside title={t("account:display.title")} lead={t("account:display.lead")}>
        <DisplayForm page={page} failure={failureOfForm(failure, "display")} />
      </Section>
      <Section isBeside title={t("account:email.title")} lead={t("account:email.lead")}>
        <Facts>
          <Fact term={t("account:email.current")}>
            <bdi>{page.email.address}</bdi>
            {page.email.isVerified ? (
              <Badge tone="good" icon="circle-check">
                {t("account:email.verified")}
              </Badge>
            ) : (
              <Badge tone="waiting" icon="hourglass">
                {t("account:email.unverified")}
              </Badge>
            )}
          </Fact>
        </Facts>
        {page.email.isRefused && (
          <Form name="confirm-address">
            <p>{t("account:email.refused")}</p>
            <FormBar submit={t("account:email.confirmAgain")} intent="confirm-address" isQuiet />
          </Form>
        )}
        <Form name="email" failure={email}>
          <TextField
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            label={t("account:email.label")}
          />
          <ConfirmField confirmation={page.email.confirmation} />
          <FormBar submit={t("account:email.submit")} intent="email" isQuiet />
        </Form>
      </Section>
      <Section isBeside title={t("account:standing.title")} lead={t("account:standing.lead")}>
        <Facts>
          <Fact term={t("account:standing.role")}>
            {page.role === "user" ? t("account:standing.member") : <RoleBadge role={page.role} />}
          </Fact>
          <Fact term={t("account:standing.tier")}>
            <Badge tone="primary" icon="star">
              {t(`account:standing.${TIERS[page.tier.name]}`)}
            </Badge>
            <span>{t("account:standing.score", { score: page.tier.score })}</span>
          </Fact>
        </Facts>
      </Section>
    </main>
  );
}
