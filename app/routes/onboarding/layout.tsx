import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { type ClientLoaderFunctionArgs, useLocation, useRouteLoaderData } from "@remix-run/react";
import type { ReactNode } from "react";
import { LanguageList } from "~/components/shell/language-list";
import { Logo } from "~/components/shell/logo";
import { PageLayout } from "~/components/shell/page-layout";
import type { LayoutHandle } from "~/i18n/layout-texts";
import { withTexts } from "~/i18n/loaded-messages";
import { afterForms } from "~/lib/pages/after-forms";
import { shellData } from "~/lib/pages/viewer.server";
import type { Site, ToastView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { NavLink } from "~/ui/link";
import { useText } from "~/ui/text";
import { ToastProvider } from "~/ui/toast";
import classes from "./onboarding-shell.module.css";

interface OnboardingShellProps {
  data: { toast: ToastView | null } | undefined;
  children: ReactNode;
}

/** Shell of the onboarding pages: logo and languages, without navigation. */
function OnboardingShell({ data, children }: OnboardingShellProps) {
  const { t } = useText();
  const { pathname, search } = useLocation();
  const root = useRouteLoaderData<{ site: Site }>("root");
  return (
    <ToastProvider flash={data?.toast ?? null}>
      <div className={classes.shell}>
        <header className={classes.header}>
          <NavLink
            to={paths.home()}
            aria-label={t("common:home", { name: root?.site.companyName ?? "" })}
          >
            <Logo />
          </NavLink>
          <LanguageList here={pathname + search} />
        </header>
        {children}
      </div>
    </ToastProvider>
  );
}

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
