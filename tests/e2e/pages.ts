import type { APIRequestContext } from "playwright/test";

/** Every page of the public side; `{event}` is the soonest event's id, `{event:words}` that of the event which those words find. */
const PAGES = [
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

/** Who sees the page; demo accounts are signed in by `./people`. */
export type Role = "user" | "moderator" | "admin" | "owner";

/** Pages of those who are signed in. */
const OWN_PAGES: readonly { path: string; role: Role }[] = [
  { path: "/account", role: "user" },
  { path: "/account/security", role: "user" },
  { path: "/account/data", role: "user" },
  { path: "/account/preferences", role: "user" },
  { path: "/my-events", role: "user" },
  { path: "/my-events?tab=rejected&q=zzz", role: "user" },
  { path: "/events/create", role: "user" },
  { path: "/events/{event}/edit", role: "moderator" },
  { path: "/events/{event}/delete", role: "moderator" },
  { path: "/events/{event}/report", role: "user" },
  { path: "/users/{me}", role: "moderator" },
  { path: "/admin/outbox", role: "admin" },
];

/** Every page, and who sees it; without a role, everyone. */
export const CHECKED: readonly { path: string; role: Role | null }[] = [...PAGES.map((path) => ({ path, role: null })), ...OWN_PAGES];

export const LOCALES = ["en", "fa"] as const;

/** The address of a page in a language. */
export async function addressOf(page: string, locale: string, request: APIRequestContext): Promise<string> {
  const [placeholder, words] = /\{event(?::(.*))?\}/.exec(page) ?? [];
  let path = page;
  if (placeholder) {
    const query = words ? `q=${encodeURIComponent(words)}` : "city=tehran";
    const list = await (await request.get(`/api/v1/events?${query}&limit=1`)).json();
    path = path.replace(placeholder, list.items[0].id);
  }
  if (path.includes("{me}")) {
    const account = await (await request.get("/account?lang=en")).text();
    path = path.replace("{me}", /\/users\/([0-9a-f-]{36})/.exec(account)?.[1] ?? "");
  }
  return `${path}${path.includes("?") ? "&" : "?"}lang=${locale}`;
}
