import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { previewDocument } from "~/routes/admin/email-templates/email-templates.server";

/** A template as the mail it makes, for the frame of its editor: as it is saved. */
export function loader({ request, context }: LoaderFunctionArgs) {
  return previewDocument(context, request);
}

/** As it stands in the form. */
export function action({ request, context }: ActionFunctionArgs) {
  return previewDocument(context, request);
}
