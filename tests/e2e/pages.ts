import type { APIRequestContext } from "playwright/test";

/** Every page of the public side; `{event}` is the soonest event's id. */
export const PAGES = [
  "/",
  "/events",
  "/events?q=setar&free=1",
  "/events?q=qqqqqqqqqqqq",
  "/events?radius=1000000000",
  "/events/{event}",
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
  "/login?returnTo=/cities",
  "/signup",
  "/verify-email",
  "/verify-email?token=x",
  "/forgot-password",
  "/forgot-password?sent=1",
  "/reset-password?token=x",
  "/nowhere",
  "/api/v1/docs",
] as const;

export const LOCALES = ["en", "fa"] as const;
export const THEMES = ["light", "dark"] as const;

/** The address of a page in a language. */
export async function addressOf(page: string, locale: string, request: APIRequestContext): Promise<string> {
  let path = page;
  if (path.includes("{event}")) {
    const list = await (await request.get("/api/v1/events?city=tehran&limit=1")).json();
    path = path.replace("{event}", list.items[0].id);
  }
  return `${path}${path.includes("?") ? "&" : "?"}lang=${locale}`;
}
