import { useLocation } from "@remix-run/react";
import type { ReactNode } from "react";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useViewer } from "../viewer";
import classes from "./account-banners.module.css";

/** Account-wide banners: scheduled deletion, unconfirmed address. */
export function AccountBanners() {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const viewer = useViewer();
  if (!viewer) return null;
  const here = pathname + search;
  return (
    <>
      {viewer.deletion && (
        <Banner
          kind="danger"
          icon={<Icon name="alert-triangle" />}
          text={t("account:banner.deleting", { date: viewer.deletion })}
          action={paths.accountData()}
          intent="keep"
          label={t("account:banner.keep")}
          here={here}
        />
      )}
      <SecondFactorBanner />
      {!viewer.isVerified && (
        <Banner
          kind="waiting"
          icon={<Icon name="mail" />}
          text={t("account:banner.unverified")}
          action={paths.account()}
          intent="resend"
          label={t("account:banner.resend")}
          here={here}
        />
      )}
    </>
  );
}

/** Reminds staff to set up the required second factor. */
export function SecondFactorBanner() {
  const { t } = useText();
  const days = useViewer()?.secondFactorDays ?? null;
  if (days === null) return null;
  return (
    <div className={classes.banner} data-kind={days === 0 ? "danger" : "waiting"} role="status">
      <Icon name="shield-check" />
      <p>
        {days === 0
          ? t("account:banner.secondFactorDue")
          : t("account:banner.secondFactor", { count: days })}
      </p>
      <Link to={paths.accountSecurity()}>{t("account:banner.secondFactorLink")}</Link>
    </div>
  );
}

interface BannerProps {
  kind: "danger" | "waiting";
  icon: ReactNode;
  text: string;
  action: string;
  intent: string;
  label: string;
  here: string;
}

function Banner({ kind, icon, text, action, intent, label, here }: BannerProps) {
  return (
    <Form method="post" action={action} className={classes.banner} data-kind={kind}>
      {icon}
      <p>{text}</p>
      <input type="hidden" name="returnTo" value={here} />
      <button type="submit" name="intent" value={intent}>
        {label}
      </button>
    </Form>
  );
}
