import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { CalendarAddress } from "~/components/account/calendar-address";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import { answerCalendarAddress, calendarAddressPage } from "~/modules/feeds/calendar-address-page.server";
import { asAccount } from "~/modules/users/account-context.server";

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
