import "@mantine/core/styles/baseline.layer.css";
import "@mantine/core/styles/global.layer.css";
import "./styles/theme-variables.css";
import "./styles/tokens.css";
import "./styles/base.css";
import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import {
  isRouteErrorResponse,
  Links,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLoaderData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "@remix-run/react";
import { useEffect } from "react";
import { ChoicesScript, followScheme } from "./components/choices-script";
import { documentTitle, useIsNotFound } from "./components/document-errors";
import { ErrorPage } from "./components/error-page";
import { PageTags } from "./components/page-tags";
import { textsOf } from "./i18n/layout-texts";
import { direction, type Locale } from "./i18n/locale";
import { messageFiles } from "./i18n/made/message-files";
import { PAPER } from "./lib/drawing/cover-palettes";
import { storeChoice } from "./lib/http/stored-choice";
import { afterForms } from "./lib/pages/after-forms";
import { DEFAULT_UX, switchedOff } from "./lib/pages/ux";
import { viewerOf } from "./lib/pages/viewer.server";
import type { PageHeadData } from "./lib/pages/views";
import { paths } from "./lib/paths";
import { useNonce } from "./ui/nonce";
import { useText } from "./ui/text";

const LATIN = "/fonts/vazirmatn-latin-wght-normal.woff2";
/**
 * Persian pages have Latin names too; a font that comes after the first layout makes the browser
 * lay the whole page out again.
 */
const FONTS: Record<Locale, readonly string[]> = {
  en: [LATIN],
  fa: ["/fonts/vazirmatn-arabic-wght-normal.woff2", LATIN],
};

export function loader({ request, context }: LoaderFunctionArgs) {
  const { theme, site, ux, flags, signedIn, homeCity } = context;
  return {
    theme,
    site,
    ux,
    flags,
    // The suggestion is one reader's: the pages that show it read it themselves.
    homeCity: { ...homeCity, suggested: null },
    viewer: viewerOf(signedIn, { ...context, host: new URL(request.url).host }),
  };
}

/** Root data does not change on navigation; a change of language or theme reloads the document. */
export const shouldRevalidate = afterForms;

export function Layout({ children }: { children: React.ReactNode }) {
  const data = useRouteLoaderData<typeof loader>("root");
  const { t, locale } = useText();
  const nonce = useNonce();
  // A page whose loader failed has no head of its own.
  const matches = useMatches();
  const page = matches.at(-1)?.data as { head?: PageHeadData } | undefined;
  const failed = page === undefined;
  const head = page?.head;
  const error = useRouteError();
  const isClosed = isRouteErrorResponse(error) && error.data?.isClosed === true;
  const isNotFound = useIsNotFound();
  const chosen = data?.theme ?? undefined;
  return (
    <html
      lang={locale}
      dir={direction(locale)}
      data-mantine-color-scheme={chosen}
      data-off={switchedOff(data?.ux ?? DEFAULT_UX)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {head && <PageTags head={head} />}
        {failed && (
          <title>
            {documentTitle(
              t(`common:${isClosed ? "closed" : isNotFound ? "notFound" : "error"}.title`),
              data?.site.companyName,
            )}
          </title>
        )}
        <meta name="theme-color" content={PAPER.light} media="(prefers-color-scheme: light)" />
        <meta name="theme-color" content={PAPER.dark} media="(prefers-color-scheme: dark)" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href={paths.webManifest(locale)} />
        <link
          rel="search"
          type="application/opensearchdescription+xml"
          href={paths.openSearch()}
          title={data?.site.companyName}
        />
        {FONTS[locale].map((href) => (
          <link
            key={href}
            rel="preload"
            as="font"
            type="font/woff2"
            crossOrigin="anonymous"
            href={href}
          />
        ))}
        {textsOf(matches.map(({ handle }) => handle)).map((name) => (
          <link
            key={name}
            rel="preload"
            as="fetch"
            crossOrigin="anonymous"
            href={messageFiles[locale][name]}
            data-texts={name}
          />
        ))}
        <ChoicesScript nonce={nonce} chosen={chosen} />
        <Links />
        {data?.site.style && (
          <style
            nonce={nonce}
            suppressHydrationWarning
            // biome-ignore lint/security/noDangerouslySetInnerHtml: colours that the server has checked and made into CSS
            dangerouslySetInnerHTML={{ __html: data.site.style }}
          />
        )}
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  );
}

export default function App() {
  const { theme, ux } = useLoaderData<typeof loader>();
  // The server decides; scripts that know nothing of the page's data find it here (product.md §9).
  useEffect(() => storeChoice("rooydad.ux", JSON.stringify(ux)), [ux]);
  useEffect(() => followScheme(theme), [theme]);
  useEffect(() => {
    document.querySelector("main")?.setAttribute("data-first", "");
    document.documentElement.dataset.hydrated = "";
  }, []);
  return <Outlet />;
}

export function ErrorBoundary() {
  return <ErrorPage />;
}
