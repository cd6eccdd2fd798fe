import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { asAccount } from "~/modules/users/account-context.server";
import { CalendarAddress } from "~/routes/account/calendar-address/calendar-address";
import { answerCalendarAddress, calendarAddressPage } from "~/routes/account/calendar-address/calendar-address.server";

export function loader({ context }: LoaderFunctionArgs) {
  return calendarAddressPage(asAccount(context));
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerCalendarAddress(asAccount(context), request);
}

export default function AccountCalendar() {
  return <CalendarAddress page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
