import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { EmailTemplates } from "~/components/admin-news/email-templates";
import { ErrorPage } from "~/components/error-page";
import { metaTags } from "~/lib/meta-tags";
import { privatePage } from "~/lib/private-page.server";
import type { TemplateFailureView } from "~/lib/template-views";
import { answerTemplates, templatesPage } from "~/modules/mail-templates/templates-page.server";

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
