import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { ErrorPage } from "~/components/error-page";
import { privatePage } from "~/lib/http/private-page.server";
import { metaTags } from "~/lib/pages/meta-tags";
import type { TemplateFailureView } from "~/lib/pages/template-views";
import { EmailTemplates } from "~/routes/admin/email-templates/email-templates";
import { answerTemplates, templatesPage } from "~/routes/admin/email-templates/email-templates.server";

export const meta: MetaFunction<typeof loader> = ({ data, location }) => metaTags(data?.head, location);

export const headers = privatePage;

export function loader({ request, context }: LoaderFunctionArgs) {
  return templatesPage(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return answerTemplates(context, request);
}

export default function EmailTemplatesRoute() {
  return <EmailTemplates page={useLoaderData<typeof loader>().view} failure={useActionData<TemplateFailureView>()} />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
