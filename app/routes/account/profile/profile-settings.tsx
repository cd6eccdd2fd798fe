import type { AccountView } from "~/components/account/account-view";
import { ConfirmField } from "~/components/account/confirm-field";
import { RoleBadge } from "~/components/role-badge/role-badge";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Fact, Facts } from "~/ui/facts";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { DisplayForm } from "./display-form";
import { PictureForm } from "./picture-form";

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
        <Form name="name" failure={name}>
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
