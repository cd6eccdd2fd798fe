import type { APIRequestContext } from "playwright/test";

/**
 * One page of each kind on the public site. `{event}` is the id of the next event, `{event:words}`
 * that of a search, `{entry}` the latest audit entry.
 */
const PAGES = [
  "/",
  "/events",
  "/events?q=setar&free=1",
  "/events?q=qqqqqqqqqqqq",
  "/events/{event}",
  "/events/{event:stargazing city lights}",
  "/cities",
  "/cities/tehran",
  "/venues/tehran/vahdat-hall",
  "/venues/tehran/vahdat-hall?show=past",
  "/organizers/navaye-mehr-cultural-institute",
  "/cities/tehran/week",
  "/my-city?q=is",
  "/saved",
  "/discover",
  "/categories",
  "/categories/concert",
  "/how-it-works",
  "/help",
  "/legal/terms",
  "/feedback-demo",
  "/changelog",
  "/developers",
  "/embed?city=tehran&category=concert&list=fa&theme=dark",
  "/embed/events?city=tehran",
  "/login?returnTo=/cities",
  "/signup",
  "/verify-email",
  "/forgot-password",
  "/login/link",
  "/unsubscribe",
  "/reset-password?token=x",
  "/end-sessions",
  "/end-sessions?token=x",
  "/nowhere",
  "/offline",
  "/api/v1/docs",
  "/api/v1/docs/listEvents",
  "/dev/kit",
] as const;

/** Role of the viewer; demo accounts sign in by `./people`. */
export type Role = "user" | "moderator" | "admin" | "owner";

/** Pages of signed-in users. */
const OWN_PAGES: readonly { path: string; role: Role }[] = [
  { path: "/events?view=calendar", role: "user" },
  { path: "/events?view=calendar&layout=week&calendar=jalali", role: "user" },
  { path: "/events?view=calendar&layout=agenda", role: "user" },
  { path: "/account", role: "user" },
  { path: "/account/security", role: "user" },
  { path: "/account/data", role: "user" },
  { path: "/account/preferences?digest=next", role: "user" },
  { path: "/account/webhooks", role: "user" },
  { path: "/account/calendar", role: "user" },
  { path: "/account/follows", role: "user" },
  { path: "/account/pages", role: "user" },
  { path: "/account/pages/{hall}", role: "user" },
  { path: "/my-events", role: "user" },
  { path: "/my-events?tab=published", role: "user" },
  { path: "/my-events/{hosted}", role: "user" },
  { path: "/my-events/{hosted}?tab=going", role: "user" },
  { path: "/my-events/{hosted}/messages", role: "user" },
  { path: "/my-events/{hosted}/people", role: "user" },
  { path: "/my-events/{hosted}/rsvp", role: "user" },
  { path: "/events/{hosted}/rsvp", role: "user" },
  { path: "/events/create", role: "user" },
  { path: "/events/import", role: "user" },
  { path: "/events/create/quick", role: "user" },
  { path: "/events/{event}/edit", role: "moderator" },
  { path: "/events/{event}/delete", role: "moderator" },
  { path: "/events/{event}/change", role: "moderator" },
  {
    path: "/events/{event}/change/review?plan=cancel&message=The+hall+is+closed+that+week.",
    role: "moderator",
  },
  { path: "/events/{event}/report", role: "user" },
  { path: "/users/{me}", role: "moderator" },
  { path: "/saved", role: "user" },
  { path: "/collections", role: "user" },
  { path: "/collections/new", role: "user" },
  { path: "/collections/{collection}", role: "user" },
  { path: "/collections/{collection}/edit", role: "user" },
  { path: "/events/{event}/collections", role: "user" },
  { path: "/notifications", role: "user" },
  { path: "/admin/dashboard", role: "moderator" },
  { path: "/admin/search?q=te", role: "admin" },
  { path: "/admin/audit-log?entry={entry}", role: "moderator" },
  { path: "/admin/audit-log/reports", role: "moderator" },
  { path: "/admin/dead-letters", role: "admin" },
  { path: "/admin/operations", role: "admin" },
  { path: "/admin/deleted-events", role: "moderator" },
  { path: "/admin/inbox", role: "moderator" },
  { path: "/admin/inbox?kind=candidate", role: "admin" },
  { path: "/admin/inbox/decisions", role: "moderator" },
  { path: "/admin/inbox/group?source=019a1111-0000-7000-8000-000000000000", role: "admin" },
  { path: "/admin/pending-events", role: "moderator" },
  { path: "/admin/pending-events?tab=edits", role: "moderator" },
  { path: "/admin/flagged-events", role: "moderator" },
  { path: "/admin/flagged-events?tab=public", role: "moderator" },
  { path: "/admin/flagged-events?tab=reports", role: "moderator" },
  { path: "/admin/events?column=city&column=starts&column=reports", role: "moderator" },
  { path: "/admin/events?event={event}", role: "moderator" },
  { path: "/admin/cities?q=tabriz", role: "moderator" },
  { path: "/admin/cities?view=board&show=all", role: "moderator" },
  { path: "/admin/cities/new", role: "moderator" },
  { path: "/admin/cities/tehran?into=karaj", role: "moderator" },
  { path: "/admin/sources", role: "admin" },
  { path: "/admin/sources/new", role: "admin" },
  { path: "/admin/channels", role: "admin" },
  { path: "/admin/weeks", role: "moderator" },
  { path: "/admin/weeks/tehran/{week}", role: "moderator" },
  { path: "/admin/ai-ingestion", role: "admin" },
  { path: "/admin/ai-ingestion?tab=history", role: "admin" },
  { path: "/admin/ai-ingestion/new", role: "admin" },
  { path: "/admin/ai-ingestion/new?wizard={wizard}&step=2", role: "admin" },
  { path: "/admin/ai-ingestion/new?wizard={wizard}&step=3", role: "admin" },
  { path: "/admin/ai-ingestion/new?wizard={wizard}&step=4", role: "admin" },
  { path: "/admin/ai-ingestion/candidates", role: "admin" },
  { path: "/admin/ai-ingestion/runs/{run}", role: "admin" },
  { path: "/admin/ai-ingestion/candidates/{candidate}", role: "admin" },
  { path: "/admin/claims", role: "moderator" },
  { path: "/admin/venues?q=hall", role: "moderator" },
  { path: "/admin/venues?kind=organizer", role: "moderator" },
  { path: "/admin/venues/{venue}", role: "moderator" },
  { path: "/admin/users?q=rooydad", role: "admin" },
  { path: "/admin/users/{demo}", role: "admin" },
  { path: "/admin/users/{demo}?change-role=1", role: "admin" },
  { path: "/admin/notification-rules", role: "moderator" },
  { path: "/admin/notification-rules?rule=savers.changed", role: "moderator" },
  { path: "/admin/notification-rules?rule=staff.flagged&try=1&event={event}", role: "moderator" },
  { path: "/admin/email-templates", role: "moderator" },
  { path: "/admin/email-templates?template=digest-weekly", role: "moderator" },
  { path: "/admin/notification-analytics", role: "moderator" },
  { path: "/admin/notification-analytics?tab=distribution&drill=instant", role: "moderator" },
  { path: "/admin/outbox", role: "admin" },
  { path: "/admin/outbox?show=pushes", role: "admin" },
  { path: "/admin/outbox?mail={mail}", role: "admin" },
  { path: "/admin/settings", role: "moderator" },
  { path: "/admin/platform-settings", role: "admin" },
  { path: "/admin/platform-settings/branding", role: "admin" },
  { path: "/admin/feature-flags", role: "moderator" },
  { path: "/admin/feature-flags?flag=discover.moods", role: "moderator" },
  { path: "/admin/ux-settings", role: "moderator" },
];

/** Screens that only open within a flow, with the test that opens them. */
export const CHECKED_ELSEWHERE: Readonly<Record<string, string>> = {
  "/login/two-factor": "opens after a password; tests/e2e/account.spec.ts asks axe there",
  "/signup/google": "opens after Google; tests/e2e/sign-in.spec.ts goes through it",
  "/account/keep": "opens for accounts in their 14 days; tests/routes/auth.test.ts reads it",
  "/onboarding/:step?":
    "opens for new accounts; tests/e2e/onboarding.spec.ts asks axe at every step",
  "/cities/:citySlug/week/:week": "the page of /cities/tehran/week with the week in its address",
  "/account/webhooks/:webhookId": "opens for a webhook; tests/routes/webhooks.test.ts reads it",
  "/admin/channels/:channelId":
    "no channel is seeded; tests/routes/channels-pages.test.ts reads it",
  "/door/:doorKey": "opens by a link and its PIN; tests/e2e/door.spec.ts asks axe there",
  "/invitations/:token": "opens by a mailed link; tests/hosting/people.test.ts goes through it",
  "/account/pages/:hostId/people":
    "the page of /my-events/{hosted}/people for an organizer; tests/hosting/people.test.ts",
  "/rsvp/:token": "opens by a mailed link; tests/routes/rsvp-pages.test.ts goes through it",
  "/t/:ticket": "opens by a signed code; tests/e2e/door.spec.ts asks axe there",
  "/my-events/:eventId/door": "opens for an event's host; tests/e2e/door.spec.ts asks axe there",
  "/events/:eventId/finish":
    "opens for a draft of five lines; tests/e2e/quick-event.spec.ts goes through it",
  "/admin/sources/:sourceId": "no source is seeded; tests/routes/sources-pages.test.ts reads it",
  "/weekly": "opens by a signed link; tests/routes/weeks-pages.test.ts reads it",
  "/admin/events/bulk-create": "the wizard of /admin/ai-ingestion/new under a second address",
};

/** All pages with their viewer; null for visitors. */
export const CHECKED: readonly { path: string; role: Role | null }[] = [
  ...PAGES.map((path) => ({ path, role: null })),
  ...OWN_PAGES,
];

export const LOCALES = ["en", "fa"] as const;

/** URL of a page in a language. */
export async function addressOf(
  page: string,
  locale: string,
  request: APIRequestContext,
): Promise<string> {
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
  if (path.includes("{hosted}")) {
    const own = await (await request.get("/my-events?lang=en")).text();
    path = path.replace("{hosted}", /\/my-events\/([0-9a-f-]{36})/.exec(own)?.[1] ?? "");
  }
  if (path.includes("{entry}")) {
    const log = await (await request.get("/admin/audit-log?lang=en")).text();
    path = path.replace("{entry}", /entry=([0-9a-f-]{36})/.exec(log)?.[1] ?? "");
  }
  if (path.includes("{demo}")) {
    const found = await (await request.get("/admin/users?lang=en&q=user@rooydad.example")).text();
    path = path.replace("{demo}", /\/admin\/users\/([0-9a-f-]{36})/.exec(found)?.[1] ?? "");
  }
  if (path.includes("{week}")) {
    const list = await (await request.get("/admin/weeks?lang=en&q=tehran")).text();
    path = path.replace("{week}", /\/admin\/weeks\/tehran\/([0-9-]+)/.exec(list)?.[1] ?? "");
  }
  if (path.includes("{venue}")) {
    const found = await (await request.get("/admin/venues?lang=en&q=vahdat")).text();
    path = path.replace("{venue}", /\/admin\/venues\/([0-9a-f-]{36})/.exec(found)?.[1] ?? "");
  }
  if (path.includes("{hall}")) {
    const hall = await (await request.get("/venues/tehran/vahdat-hall?lang=en")).text();
    path = path.replace("{hall}", /\/account\/pages\/([0-9a-f-]{36})/.exec(hall)?.[1] ?? "");
  }
  if (path.includes("{mail}")) {
    const outbox = await (await request.get("/admin/outbox?lang=en")).text();
    path = path.replace("{mail}", /mail=([0-9a-f-]{36})/.exec(outbox)?.[1] ?? "");
  }
  if (/\{(wizard|run|candidate)\}/.test(path)) path = await ingestionPath(path, request);
  if (path.includes("{collection}"))
    path = path.replace("{collection}", await collectionOf(request));
  return `${path}${path.includes("?") ? "&" : "?"}lang=${locale}`;
}

const CHECKED_COLLECTION = "Looked at by the tests";

/** Path of a public collection of the caller with two events. */
async function collectionOf(request: APIRequestContext): Promise<string> {
  const found = () =>
    request
      .get("/collections?lang=en")
      .then(
        async (page) =>
          new RegExp(`/collections/([0-9a-f-]{36})[^>]*>${CHECKED_COLLECTION}`).exec(
            await page.text(),
          )?.[1],
      );
  const own = await found();
  if (own) return own;
  const { origin } = new URL((await request.get("/collections")).url());
  const headers = { Origin: origin };
  await request.post("/collections/new", {
    headers,
    form: { name: CHECKED_COLLECTION, description: "", color: "gol", icon: "map", isPublic: "1" },
  });
  const made = (await found()) ?? "";
  const list = await (await request.get("/api/v1/events?city=tehran&limit=2")).json();
  for (const { id } of list.items)
    await request.post(`/events/${id}/collections`, {
      headers,
      form: { collection: made, name: "" },
    });
  return made;
}

/** Path of an ingestion page: an unfinished wizard, or a run and its first candidate. */
async function ingestionPath(path: string, request: APIRequestContext): Promise<string> {
  const { origin } = new URL((await request.get("/admin/ai-ingestion")).url());
  const headers = { Origin: origin };
  const page = async (address: string) => (await request.get(address)).text();
  const wizard = async () =>
    /wizard=([0-9a-f-]{36})/.exec(await page("/admin/ai-ingestion/new?lang=en"))?.[1];
  const run = async () =>
    /runs\/([0-9a-f-]{36})/.exec(
      await page("/admin/ai-ingestion?tab=history&q=isfahan&lang=en"),
    )?.[1];
  const prepare = async () => {
    const month = "2027-01";
    const entries = [
      {
        title: "Night of the Bridge",
        category: "Concert",
        date: `${month}-12`,
        time: "20:00",
        price: "free",
        venue: "Si-o-se-pol",
      },
      {
        title: "شب پل",
        category: "؟",
        date: `${month}-31 or so`,
        venue: "TBA",
        url: "javascript:void(0)",
      },
    ];
    const form = { city: "isfahan", month, provider: "claude", intent: "generate" };
    const made = await request.post("/admin/ai-ingestion/new?step=1", {
      headers,
      form,
      maxRedirects: 0,
    });
    const step = (number: number) =>
      (made.headers().location ?? "").replace("step=1", `step=${number}`);
    await request.post(step(2), {
      headers,
      form: { rawResponse: JSON.stringify(entries), intent: "parse" },
    });
    return step(4);
  };
  if (path.includes("{wizard}")) {
    if (!(await wizard())) await prepare();
    return path.replace("{wizard}", (await wizard()) ?? "");
  }
  if (!(await run())) await request.post(await prepare(), { headers, form: { intent: "start" } });
  let id = await run();
  for (let tries = 0; !id && tries < 60; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    id = await run();
  }
  if (path.includes("{run}")) return path.replace("{run}", id ?? "");
  const candidate = /candidates\/([0-9a-f-]{36})/.exec(
    await page(`/admin/ai-ingestion/runs/${id}?lang=en`),
  )?.[1];
  return path.replace("{candidate}", candidate ?? "");
}
