import type { APIRequestContext } from "playwright/test";

/** Every page of the public side; `{event}` is the soonest event's id, `{event:words}` that of the event which those words find. */
export const PAGES = [
  "/",
  "/events",
  "/events?q=setar&free=1",
  "/events?q=qqqqqqqqqqqq",
  "/events?radius=1000000000",
  "/events/{event}",
  "/events/{event:stargazing city lights}",
  "/events/{event:pomegranate negarestan}",
  "/cities",
  "/cities?q=zzz",
  "/cities/tehran",
  "/discover",
  "/categories",
  "/categories/concert",
  "/how-it-works",
  "/help",
  "/help?q=zzzz",
  "/legal/terms",
  "/legal/privacy",
  "/legal/eula",
  "/legal/cookies",
  "/feedback-demo",
  "/changelog",
  "/nowhere",
  "/api/v1/docs",
] as const;

export const LOCALES = ["en", "fa"] as const;
export const THEMES = ["light", "dark"] as const;

/** The address of a page in a language. */
export async function addressOf(page: string, locale: string, request: APIRequestContext): Promise<string> {
  const [placeholder, words] = /\{event(?::(.*))?\}/.exec(page) ?? [];
  let path = page;
  if (placeholder) {
    const query = words ? `q=${encodeURIComponent(words)}` : "city=tehran";
    const list = await (await request.get(`/api/v1/events?${query}&limit=1`)).json();
    path = path.replace(placeholder, list.items[0].id);
  }
  return `${path}${path.includes("?") ? "&" : "?"}lang=${locale}`;
}
