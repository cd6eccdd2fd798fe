import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { previewDocument } from "~/routes/admin/email-templates/email-templates.server";

/** Preview of the saved template. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return previewDocument(context, request);
}

/** Preview of the submitted form. */
export function action({ request, context }: ActionFunctionArgs) {
  return previewDocument(context, request);
}
