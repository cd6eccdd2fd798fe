import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import type { ClientLoaderFunctionArgs } from "@remix-run/react";
import { OnboardingShell } from "~/components/onboarding/onboarding-shell";
import { PageLayout } from "~/components/shell/page-layout";
import { afterForms } from "~/lib/after-forms";
import type { LayoutHandle } from "~/lib/layout-texts";
import { withTexts } from "~/lib/loaded-messages";
import { shellData } from "~/lib/shell.server";

const ID = "routes/onboarding/layout";

export const handle: LayoutHandle = { texts: ["onboarding"] };

export const shouldRevalidate = afterForms;

export function loader({ request, context }: LoaderFunctionArgs) {
  return shellData(request, context);
}

export function clientLoader({ serverLoader }: ClientLoaderFunctionArgs) {
  return withTexts(serverLoader<typeof loader>(), handle.texts);
}

export default function OnboardingLayout() {
  return <PageLayout id={ID} Shell={OnboardingShell} />;
}

export function ErrorBoundary() {
  return <PageLayout id={ID} Shell={OnboardingShell} hasFailed />;
}
