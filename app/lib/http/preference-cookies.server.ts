import type { ListView } from "../pages/list-view";

const YEAR = 31_536_000;

interface Choices {
  language?: string | null;
  theme?: string | null;
  /** A slug or "all". */
  city?: string | null;
  view?: ListView;
}

/**
 * The Set-Cookie headers that keep language, theme, city and view for a year (decisions.md §1);
 * null lets the browser decide again.
 */
export function choiceCookies(request: Request, choices: Choices): string[] {
  const secure = new URL(request.url).protocol === "https:" ? "; Secure" : "";
  return (["language", "theme", "city", "view"] as const).flatMap((name) => {
    const value = choices[name];
    return value === undefined
      ? []
      : [
          `rooydad.${name}=${value ?? ""}; Path=/; Max-Age=${value === null ? 0 : YEAR}; SameSite=Lax${secure}`,
        ];
  });
}
