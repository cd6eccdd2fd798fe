import type { MantineColorScheme, MantineColorSchemeManager } from "@mantine/core";
import { LOCALES } from "../i18n/locale";
import { forgetChoice, storeChoice, storedChoice } from "../lib/http/stored-choice";
import { paths } from "../lib/paths";

const THEME_KEY = "rooydad.theme";
const LANGUAGE_KEY = "rooydad.language";
const YEAR = 31_536_000;

/** Kept in localStorage where the cookie is gone; throws nothing where storage is forbidden. */
const STORED = `const stored=(key)=>{try{return localStorage.getItem(key)}catch{return null}},root=document.documentElement;`;

const MARK = `root.dataset.scripted="";`;

/**
 * A tap on the menu before its script is there would jump to the links in the footer: it waits, and the menu opens once
 * it can. Where the script does not come in time, the jump is made after all.
 */
const EARLY_MENU = `const wait=(event)=>{const menu=event.target.closest?.("[data-menu]");if(!menu||root.dataset.menu==="here")return;
event.preventDefault();if(root.dataset.menu)return;root.dataset.menu="asked";setTimeout(()=>{if(root.dataset.menu==="asked"){root.dataset.menu="here";location.hash=menu.hash}},6000)};
document.addEventListener("click",wait,true);`;

/** Without a cookie: the theme once chosen here, else the system's. */
const THEME = `const theme=stored("${THEME_KEY}");root.dataset.mantineColorScheme=theme==="dark"||theme==="light"?theme:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";`;

/**
 * Without a cookie: the language once chosen here is handed to the form that sets it, and the page comes anew. Until
 * then nothing is shown, so that no other language flashes; where cookies are forbidden the page stays as it is.
 */
const LANGUAGE = `const language=stored("${LANGUAGE_KEY}"),kept=()=>/(^|; )rooydad\\.language=/.test(document.cookie);
if(${JSON.stringify(LOCALES)}.includes(language)&&language!==root.lang&&navigator.cookieEnabled&&!kept()&&!new URLSearchParams(location.search).has("lang")){
const show=()=>{delete root.dataset.switching};root.dataset.switching="";setTimeout(show,3000);
fetch("${paths.preferences()}",{method:"POST",body:new URLSearchParams({language,remembered:"1"}),redirect:"manual"}).then(()=>kept()?location.reload():show(),show)}`;

/** Runs before the first paint: the choices that are stored here but not in a cookie, so that nothing flashes. */
export function ChoicesScript({ nonce, chosen }: { nonce: string | undefined; chosen: string | undefined }) {
  const script = `{${STORED}${MARK}${EARLY_MENU}${chosen ? "" : THEME}${LANGUAGE}}`;
  // biome-ignore lint/security/noDangerouslySetInnerHtml: constants alone
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />;
}

const isScheme = (value: string | null | undefined): value is "light" | "dark" => value === "light" || value === "dark";

/** Keeps the chosen theme where the server can see it (a cookie) and where other tabs can (localStorage). */
export const themeManager: MantineColorSchemeManager = {
  get(fallback: MantineColorScheme) {
    if (typeof document === "undefined") return fallback;
    const known = /(?:^|; )rooydad\.theme=(\w+)/.exec(document.cookie)?.[1] ?? storedChoice(THEME_KEY);
    return isScheme(known) ? known : fallback;
  },
  set(value) {
    if (!isScheme(value)) return;
    // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari have no Cookie Store
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
