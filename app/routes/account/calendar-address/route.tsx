import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { CalendarAddress } from "~/routes/account/calendar-address/calendar-address";
import {
  calendarAddressAction,
  calendarAddressLoader,
} from "~/routes/account/calendar-address/calendar-address.server";

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
