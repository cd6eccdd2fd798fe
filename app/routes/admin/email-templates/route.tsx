import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { EmailTemplates } from "~/routes/admin/email-templates/email-templates";
import { templatesLoader } from "~/routes/admin/email-templates/email-templates.server";
import { templatesAction } from "~/routes/admin/email-templates/email-templates-action.server";
import type { TemplateFailure } from "./email-templates.server";

export const handle = page({
  permission: "email-template:manage",
  crumb: "common:crumb.email-templates",
  nav: { group: "notifications", text: "admin:nav.emailTemplates", icon: "template" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return templatesLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return templatesAction(context, request);
}

export default function EmailTemplatesRoute() {
  return (
    <EmailTemplates
      page={useLoaderData<typeof loader>().view}
      failure={useActionData<TemplateFailure>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
