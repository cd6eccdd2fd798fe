import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import { asAccount } from "~/modules/users/account-context.server";
import { CalendarAddress } from "~/routes/account/calendar-address/calendar-address";
import { answerCalendarAddress, calendarAddressPage } from "~/routes/account/calendar-address/calendar-address.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ context }: LoaderFunctionArgs) {
  return calendarAddressPage(asAccount(context));
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerCalendarAddress(asAccount(context), request);
}

export default function AccountCalendar() {
  return <CalendarAddress page={useLoaderData<typeof loader>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
