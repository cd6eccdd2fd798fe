import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { LOCALES } from "../i18n/locale";
import { forgetChoice, storeChoice, storedChoice } from "../lib/http/stored-choice";
import { paths } from "../lib/paths";

const THEME_KEY = "rooydad.theme";
const LANGUAGE_KEY = "rooydad.language";
const YEAR = 31_536_000;

/** Reads localStorage, the fallback for a missing cookie. Never throws. */
const STORED = `const stored=(key)=>{try{return localStorage.getItem(key)}catch{return null}},root=document.documentElement;`;

const MARK = `root.dataset.scripted="";`;

/**
 * Holds taps on the menu button until its script has loaded, then opens the menu. After 6 s without the script it jumps to
 * the links in the footer.
 */
const EARLY_MENU = `const wait=(event)=>{const menu=event.target.closest?.("[data-menu]");if(!menu||root.dataset.menu==="here")return;
event.preventDefault();if(root.dataset.menu)return;root.dataset.menu="asked";setTimeout(()=>{if(root.dataset.menu==="asked"){root.dataset.menu="here";location.hash=menu.hash}},6000)};
document.addEventListener("click",wait,true);`;

/** Theme without a cookie: the stored one, else the system's. */
const THEME = `const theme=stored("${THEME_KEY}");root.dataset.mantineColorScheme=theme==="dark"||theme==="light"?theme:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";`;

/**
 * Language without a cookie: posts the stored language to the form that sets the cookie, then reloads. The page stays hidden
 * until then (3 s at most), which prevents a flash of the other language. Without cookies the page stays unchanged.
 */
const LANGUAGE = `const language=stored("${LANGUAGE_KEY}"),kept=()=>/(^|; )rooydad\\.language=/.test(document.cookie);
if(${JSON.stringify(LOCALES)}.includes(language)&&language!==root.lang&&navigator.cookieEnabled&&!kept()&&!new URLSearchParams(location.search).has("lang")){
const show=()=>{delete root.dataset.switching};root.dataset.switching="";setTimeout(show,3000);
fetch("${paths.preferences()}",{method:"POST",body:new URLSearchParams({language,remembered:"1"}),redirect:"manual"}).then(()=>kept()?location.reload():show(),show)}`;

/** Inline script that applies stored choices without a cookie before the first paint. */
export function ChoicesScript({ nonce, chosen }: { nonce: string | undefined; chosen: string | undefined }) {
  const script = `{${STORED}${MARK}${EARLY_MENU}${chosen ? "" : THEME}${LANGUAGE}}`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constants only
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

const isScheme = (value: string | null | undefined): value is "light" | "dark" => value === "light" || value === "dark";

/** Stores the theme in a cookie for the server and in localStorage for other tabs. */
export const themeManager: MantineColorSchemeManager = {
  get(fallback: MantineColorScheme) {
    if (typeof document === "undefined") return fallback;
    const known = /(?:^|; )rooydad\.theme=(\w+)/.exec(document.cookie)?.[1] ?? storedChoice(THEME_KEY);
    return isScheme(known) ? known : fallback;
  },
  set(value) {
    if (!isScheme(value)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
    document.cookie = `${THEME_KEY}=${value}; path=/; max-age=${YEAR}; samesite=lax`;
    storeChoice(THEME_KEY, value);
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
    forgetChoice(THEME_KEY);
  },
};

let stop = () => {};
