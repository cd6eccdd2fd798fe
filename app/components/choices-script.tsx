import { LOCALES } from "../i18n/locale";
import { storeChoice, storedChoice } from "../lib/http/stored-choice";
import { paths } from "../lib/paths";

const THEME_KEY = "rooydad.theme";
const LANGUAGE_KEY = "rooydad.language";
const YEAR = 31_536_000;

/** Reads localStorage, the fallback for a missing cookie. Never throws. */
const STORED = `const stored=(key)=>{try{return localStorage.getItem(key)}catch{return null}},root=document.documentElement;`;

const MARK = `root.dataset.scripted="";`;

/**
 * Holds taps on the menu button until its script has loaded, then opens the menu. After 6 s without
 * the script it jumps to the links in the footer.
 */
const EARLY_MENU = `const wait=(event)=>{const menu=event.target.closest?.("[data-menu]");if(!menu||root.dataset.menu==="here")return;
event.preventDefault();if(root.dataset.menu)return;root.dataset.menu="asked";setTimeout(()=>{if(root.dataset.menu==="asked"){root.dataset.menu="here";location.hash=menu.hash}},6000)};
document.addEventListener("click",wait,true);`;

/** Theme without a cookie: the stored one, else the system's. */
const THEME = `const theme=stored("${THEME_KEY}");root.dataset.mantineColorScheme=theme==="dark"||theme==="light"?theme:matchMedia("(prefers-color-scheme: dark)").matches?"dark":"light";`;

/**
 * Language without a cookie: posts the stored language to the form that sets the cookie, then
 * reloads. The page stays hidden until then (3 s at most), which prevents a flash of the other
 * language. Without cookies the page stays unchanged.
 */
const LANGUAGE = `const language=stored("${LANGUAGE_KEY}"),kept=()=>/(^|; )rooydad\\.language=/.test(document.cookie);
if(${JSON.stringify(LOCALES)}.includes(language)&&language!==root.lang&&navigator.cookieEnabled&&!kept()&&!new URLSearchParams(location.search).has("lang")){
const show=()=>{delete root.dataset.switching};root.dataset.switching="";setTimeout(show,3000);
fetch("${paths.preferences()}",{method:"POST",body:new URLSearchParams({language,remembered:"1"}),redirect:"manual"}).then(()=>kept()?location.reload():show(),show)}`;

/** Inline script that applies stored choices without a cookie before the first paint. */
export function ChoicesScript({
  nonce,
  chosen,
}: {
  nonce: string | undefined;
  chosen: string | undefined;
}) {
  // The browser has run it already, and does not load its text again to hydrate the page.
  const script = import.meta.env.SSR
    ? `{${STORED}${MARK}${EARLY_MENU}${chosen ? "" : THEME}${LANGUAGE}}`
    : "";
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: constants only
    <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: script }} />
  );
}

type Scheme = "light" | "dark";

const isScheme = (value: string | null | undefined): value is Scheme =>
  value === "light" || value === "dark";

const apply = (scheme: Scheme) => {
  document.documentElement.dataset.mantineColorScheme = scheme;
};

/** The scheme that was chosen in this browser, or null. */
function chosenScheme(): Scheme | null {
  const known =
    /(?:^|; )rooydad\.theme=(\w+)/.exec(document.cookie)?.[1] ?? storedChoice(THEME_KEY);
  return isScheme(known) ? known : null;
}

/**
 * Applies the scheme, and stores it in a cookie for the server and in localStorage for other tabs.
 */
export function chooseScheme(scheme: Scheme): void {
  apply(scheme);
  // biome-ignore lint/suspicious/noDocumentCookie: Firefox and Safari lack the Cookie Store API
  document.cookie = `${THEME_KEY}=${scheme}; path=/; max-age=${YEAR}; samesite=lax`;
  storeChoice(THEME_KEY, scheme);
}

/**
 * Follows the scheme that is chosen in other tabs, and the system's while none is chosen.
 * @param ofAccount scheme that the server knows
 * @returns a function that stops it
 */
export function followScheme(ofAccount: Scheme | null): () => void {
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const update = () => apply(chosenScheme() ?? ofAccount ?? (isDark.matches ? "dark" : "light"));
  const onStorage = ({ key, newValue }: StorageEvent) => {
    if (key === THEME_KEY && isScheme(newValue)) chooseScheme(newValue);
  };
  update();
  isDark.addEventListener("change", update);
  addEventListener("storage", onStorage);
  return () => {
    isDark.removeEventListener("change", update);
    removeEventListener("storage", onStorage);
  };
}
