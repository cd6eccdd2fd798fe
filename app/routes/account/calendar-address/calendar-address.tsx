import classes from "~/components/account/account.module.css";
import { AccountPage, Section, SubmitButton } from "~/components/account/account-parts";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import address from "./calendar-address.module.css";

interface CalendarAddressView {
  /** Null where none has been made. */
  feed: { address: { ics: string; webcal: string; google: string } | "" | null; made: string; read: string } | null;
}

/** /account/calendar: making, copying and ending the address that other programs read. */
export function CalendarAddress({ page: { feed } }: { page: CalendarAddressView }) {
  const { t } = useText();
  return (
    <AccountPage title={t("account:calendar.title")} lead={t("account:calendar.lead")}>
      <Section title={t("account:calendar.addressTitle")} lead={t("account:calendar.addressLead")}>
        {feed ? (
          <>
            {feed.address ? (
              <>
                <div className={classes.field}>
                  <label htmlFor="calendar-address">{t("account:calendar.address")}</label>
                  <div className={classes.input}>
                    <input
                      id="calendar-address"
                      type="text"
                      readOnly
                      dir="ltr"
                      key={feed.address.ics}
                      defaultValue={feed.address.ics}
                      onFocus={(event) => event.currentTarget.select()}
                    />
                  </div>
                </div>
                <div className={address.links}>
                  <a href={feed.address.webcal}>
                    <Icon name="calendar-share" />
                    {t("account:calendar.webcal")}
                  </a>
                  <a href={feed.address.google} rel="nofollow noopener noreferrer">
                    <Icon name="brand-google" />
                    {t("account:calendar.google")}
                  </a>
                </div>
              </>
            ) : (
              <p>{t("account:calendar.lost")}</p>
            )}
            <p className={classes.help}>
              {feed.made} {feed.read}
            </p>
          </>
        ) : (
          <>
            <p>{t("account:calendar.none")}</p>
            <Form method="post" preventScrollReset>
              <SubmitButton intent="make">{t("account:calendar.make")}</SubmitButton>
            </Form>
          </>
        )}
        <p className={classes.help}>{t("account:calendar.note")}</p>
        <p>
          <Link className="rd-link" to={paths.calendar()}>
            {t("account:calendar.open")}
          </Link>
        </p>
      </Section>
      {feed && (
        <Section title={t("account:calendar.changeTitle")} lead={t("account:calendar.changeLead")}>
          <Form method="post" preventScrollReset>
            <div className={classes.row}>
              <SubmitButton intent="renew" variant="default">
                {t("account:calendar.renew")}
              </SubmitButton>
              <SubmitButton intent="revoke" danger>
                {t("account:calendar.revoke")}
              </SubmitButton>
            </div>
          </Form>
        </Section>
      )}
    </AccountPage>
  );
}
