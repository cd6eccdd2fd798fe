import { DirectionProvider, type MantineColorSchemeManager, MantineProvider } from "@mantine/core";
import type { ReactNode } from "react";
import { direction } from "../i18n/locale";
import { theme } from "../theme";
import { useNonce } from "./nonce";
import { useText } from "./text";

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
