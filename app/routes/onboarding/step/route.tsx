import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  redirect,
} from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { translatorFor } from "~/i18n/messages.server";
import { redirectWithToast } from "~/lib/http/flash.server";
import { readForm } from "~/lib/http/read-form.server";
import { clampStep } from "~/lib/pages/onboarding-choices";
import { page } from "~/lib/pages/page";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { finishOnboarding, showOnboardingStep } from "~/routes/onboarding/step/onboarding.server";
import { OnboardingPage } from "~/routes/onboarding/step/onboarding-page";

export const handle = page({ permission: "account:manage", budget: "page" });

export async function loader({ params, request, context }: LoaderFunctionArgs) {
  const { search, searchParams } = new URL(request.url);
  const step = clampStep(params.step);
  if (params.step !== String(step)) throw redirect(paths.onboarding(step) + search);
  const page = await showOnboardingStep(context, step, searchParams);
  const t = translatorFor(context.locale);
  const title = t("onboarding:title", { site: context.site.companyName });
  const head = pageHead(context, paths.onboarding(step), {
    title,
    description: t("onboarding:description"),
    noindex: true,
  });
  return data({ ...page, head }, { headers: { "Cache-Control": "private, no-store" } });
}

export async function action({ request, context }: ActionFunctionArgs) {
  const done = await finishOnboarding(context, await readForm(request));
  if (typeof done === "object") return data(done, { status: 500 });
  const name = context.signedIn?.displayName ?? "";
  const text =
    done === "skipped"
      ? "onboarding:skipped"
      : context.signedIn?.isOnboarded
        ? "onboarding:saved"
        : "onboarding:welcomed";
  throw redirectWithToast(request, paths.home(), { kind: "success", text, values: { name } });
}

export default function OnboardingStepPage() {
  return (
    <OnboardingPage
      page={useLoaderData<typeof loader>()}
      failed={useActionData<typeof action>()?.failed ?? null}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
