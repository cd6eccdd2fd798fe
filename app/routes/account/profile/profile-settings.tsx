import classes from "~/components/account/account.module.css";
import { AccountForm, AccountPage, ConfirmField, failureOfForm, Section } from "~/components/account/account-parts";
import type { AccountView, FailedFormView } from "~/components/account/account-view";
import { RoleBadge } from "~/components/role-badge/role-badge";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Field } from "~/ui/fields";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import { DisplayForm } from "./display-form";
import { PictureForm } from "./picture-form";

const TIERS = { "low trust": "low", "new user": "new", regular: "regular", trusted: "trusted" } as const;

/** /account: who somebody is here, and how they like to read. */
export function ProfileSettings({ page, failure }: { page: AccountView; failure: FailedFormView | undefined }) {
  const { t } = useText();
  const name = failureOfForm(failure, "name");
  const email = failureOfForm(failure, "email");
  return (
    <AccountPage title={t("account:profile.title")} lead={t("account:profile.lead")}>
      <Section title={t("account:name.title")} lead={t("account:name.lead")}>
        <AccountForm name="name" failure={name} submit={t("account:save")} intent="name">
          <Field
            form="name"
            name="displayName"
            label={t("account:name.label")}
            value={page.displayName}
            failure={name}
            autoComplete="name"
            dir="auto"
          />
        </AccountForm>
      </Section>
      <Section title={t("account:picture.title")} lead={t("account:picture.lead")}>
        <PictureForm page={page} failure={failureOfForm(failure, "picture")} here={paths.account()} />
      </Section>
      <Section title={t("account:display.title")} lead={t("account:display.lead")}>
        <DisplayForm page={page} failure={failureOfForm(failure, "display")} />
      </Section>
      <Section title={t("account:email.title")} lead={t("account:email.lead")}>
        <dl className={classes.facts}>
          <div>
            <dt>{t("account:email.current")}</dt>
            <dd>
              <bdi>{page.email.address}</bdi>
              {page.email.isVerified ? (
                <Badge tone="good">
                  <Icon name="circle-check" size="s" />
                  {t("account:email.verified")}
                </Badge>
              ) : (
                <Badge tone="waiting">
                  <Icon name="hourglass" size="s" />
                  {t("account:email.unverified")}
                </Badge>
              )}
            </dd>
          </div>
        </dl>
        {page.email.isRefused && (
          <AccountForm name="confirm-address" failure={undefined} submit={t("account:email.confirmAgain")} intent="confirm-address" isQuiet>
            <p className={classes.help}>{t("account:email.refused")}</p>
          </AccountForm>
        )}
        <AccountForm name="email" failure={email} submit={t("account:email.submit")} intent="email" isQuiet>
          <Field
            form="email"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            dir="ltr"
            label={t("account:email.label")}
            failure={email}
          />
          <ConfirmField form="email" confirmation={page.email.confirmation} failure={email} />
        </AccountForm>
      </Section>
      <Section title={t("account:standing.title")} lead={t("account:standing.lead")}>
        <dl className={classes.facts}>
          <div>
            <dt>{t("account:standing.role")}</dt>
            <dd>{page.role === "user" ? t("account:standing.member") : <RoleBadge role={page.role} />}</dd>
          </div>
          <div>
            <dt>{t("account:standing.tier")}</dt>
            <dd>
              <Badge tone="primary">
                <Icon name="star" size="s" />
                {t(`account:standing.${TIERS[page.tier.name]}`)}
              </Badge>
              <span className={classes.note}>{t("account:standing.score", { score: page.tier.score })}</span>
            </dd>
          </div>
        </dl>
      </Section>
    </AccountPage>
  );
}
