import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { ButtonRow } from "~/ui/button-row";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { calendarAddressAction, calendarAddressLoader } from "./calendar-address.server";

type Page = Awaited<ReturnType<typeof calendarAddressLoader>>;

/** Page `/account/calendar`: make, copy and revoke the private feed URL. */
function CalendarAddress({ page: { feed, verification } }: { page: Page }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("account:calendar.title")} lead={t("account:calendar.lead")} />
      {verification && <Alert tone="waiting">{verification.text}</Alert>}
      <Section
        isBeside
        title={t("account:calendar.addressTitle")}
        lead={t("account:calendar.addressLead")}
      >
        {feed ? (
          <>
            {feed.address ? (
              <>
                <TextField
                  name="calendar-address"
                  label={t("account:calendar.address")}
                  readOnly
                  dir="ltr"
                  defaultValue={feed.address.ics}
                  onFocus={(event) => event.currentTarget.select()}
                />
                <ButtonRow>
                  <Button
                    component="a"
                    href={feed.address.webcal}
                    variant="default"
                    icon="calendar-share"
                  >
                    {t("account:calendar.webcal")}
                  </Button>
                  <Button
                    component="a"
                    href={feed.address.google}
                    rel="nofollow noopener noreferrer"
                    variant="default"
                    icon="brand-google"
                  >
                    {t("account:calendar.google")}
                  </Button>
                </ButtonRow>
              </>
            ) : (
              <p>{t("account:calendar.lost")}</p>
            )}
            <p>
              {feed.made} {feed.read}
            </p>
          </>
        ) : (
          <>
            <p>{t("account:calendar.none")}</p>
            {!verification && (
              <Form>
                <FormBar submit={t("account:calendar.make")} intent="make" />
              </Form>
            )}
          </>
        )}
        <p>{t("account:calendar.note")}</p>
        <p>
          <Link className="rd-link" to={paths.calendar()}>
            {t("account:calendar.open")}
          </Link>
        </p>
      </Section>
      {feed && (
        <Section
          isBeside
          title={t("account:calendar.changeTitle")}
          lead={t("account:calendar.changeLead")}
        >
          <Form>
            {verification ? (
              <FormBar submit={t("account:calendar.revoke")} intent="revoke" danger />
            ) : (
              <FormBar submit={t("account:calendar.renew")} intent="renew" isQuiet>
                <SubmitButton intent="revoke" danger>
                  {t("account:calendar.revoke")}
                </SubmitButton>
              </FormBar>
            )}
          </Form>
        </Section>
      )}
    </main>
  );
}

export const handle = page({
  permission: "account:manage",
  crumb: "common:crumb.calendar",
  budget: "page",
});

export function loader({ context }: LoaderFunctionArgs) {
  return calendarAddressLoader(requireAccount(context));
}

export function action({ request, context }: ActionFunctionArgs) {
  return calendarAddressAction(requireAccount(context), request);
}

export default function AccountCalendar() {
  return <CalendarAddress page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
