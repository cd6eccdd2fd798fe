import { DirectionProvider, type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import { useRouteLoaderData } from "@remix-run/react";
import { createContext, type ReactNode, useContext } from "react";
import { direction } from "../i18n/locale";
import { DEFAULT_UX, type UxSettings } from "../lib/pages/ux";
import { theme } from "../theme";
import { useText } from "./text";

const NonceContext = createContext<string | undefined>(undefined);

export function NonceProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  return <NonceContext.Provider value={nonce}>{children}</NonceContext.Provider>;
}

/**
 * CSP nonce of the response, also for styles added later. In the browser it is read from the
 * property of a script element, because the attribute is hidden.
 */
export function useNonce(): string | undefined {
  const nonce = useContext(NonceContext);
  return nonce ?? (typeof document === "undefined" ? undefined : documentNonce());
}

export const documentNonce = (): string | undefined =>
  document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce || undefined;

/** Optional features of the interface (/admin/ux-settings). All are on by default. */
export function useUx(): UxSettings {
  return useRouteLoaderData<{ ux: UxSettings }>("root")?.ux ?? DEFAULT_UX;
}

/**
 * The scheme is an attribute of the document, which Mantine only reads: scripts and styles of
 * public pages change it without Mantine.
 */
const schemeOfDocument: MantineColorSchemeManager = {
  get: () =>
    typeof document !== "undefined" &&
    document.documentElement.dataset.mantineColorScheme === "dark"
      ? "dark"
      : "light",
  set() {},
  subscribe() {},
  unsubscribe() {},
  clear() {},
};

/**
 * Theme and direction of Mantine's parts. Layouts with such parts have it; public pages do not load
 * Mantine.
 */
export function KitProvider({ children }: { children: ReactNode }) {
  const { locale } = useText();
  const nonce = useNonce();
  return (
    <DirectionProvider initialDirection={direction(locale)} detectDirection={false}>
      <MantineProvider
        theme={theme}
        colorSchemeManager={schemeOfDocument}
        getStyleNonce={() => nonce ?? ""}
        withCssVariables={false}
        withGlobalClasses={false}
      >
        {children}
      </MantineProvider>
    </DirectionProvider>
  );
}
