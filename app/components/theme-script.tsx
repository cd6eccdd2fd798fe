import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";

const THEME_KEY = "rooydad.theme";
const YEAR = 31_536_000;

/** Before the first paint: the stored theme, else the system's, so that nothing flashes. */
export function ThemeScript({ nonce, chosen }: { nonce: string | undefined; chosen: string | undefined }) {
  const mark = `document.documentElement.dataset.scripted="";`;
  const follow = `document.documentElement.dataset.mantineColorScheme=matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: chosen ? mark : mark + follow }} />;
}

const isScheme = (value: string | null | undefined): value is "light" | "dark" => value === "light" || value === "dark";

/** Keeps the chosen theme where the server can see it (a cookie) and where other tabs can (localStorage). */
export const themeManager: MantineColorSchemeManager = {
  get(fallback: MantineColorScheme) {
    if (typeof document === "undefined") return fallback;
    const cookie = /(?:^|; )rooydad\.theme=(\w+)/.exec(document.cookie)?.[1];
    return isScheme(cookie) ? cookie : fallback;
  },
  set(value) {
    if (!isScheme(value)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store
    document.cookie = `${THEME_KEY}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
    localStorage.setItem(THEME_KEY, value);
  },
  subscribe(onUpdate) {
    const listen = (event: StorageEvent) => {
      if (event.key === THEME_KEY && isScheme(event.newValue)) onUpdate(event.newValue);
    };
    addEventListener("storage", listen);
    stop = () => removeEventListener("storage", listen);
  },
  unsubscribe: () => stop(),
  clear() {
    localStorage.removeItem(THEME_KEY);
  },
};

let stop = () => {};
