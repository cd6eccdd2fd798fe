import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { afterForms } from "~/lib/pages/after-forms";
import { page } from "~/lib/pages/page";
import { doorAction, doorPage } from "~/routes/door/door/door.server";
import { DoorScreen } from "~/routes/door/door/door-screen";

export const handle = page({ permission: null, budget: "door" });

export const shouldRevalidate = afterForms;

export function loader({ request, params, context }: LoaderFunctionArgs) {
  return doorPage(context, request, params.doorKey ?? "");
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return doorAction(context, request, params.doorKey ?? "");
}

export default function DoorRoute() {
  const failure = useActionData<typeof action>() as FormFailure | undefined;
  return <DoorScreen page={useLoaderData<typeof loader>()} failure={failure} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
