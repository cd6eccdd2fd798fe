import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { resourceRoute } from "~/lib/pages/page";
import { previewDocument } from "~/routes/admin/email-templates/email-templates-action.server";

export const handle = resourceRoute({ permission: "email-template:manage", budget: "staff" });

/** Preview of the saved template. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return previewDocument(context, request);
}

/** Preview of the submitted form. */
export function action({ request, context }: ActionFunctionArgs) {
  return previewDocument(context, request);
}
