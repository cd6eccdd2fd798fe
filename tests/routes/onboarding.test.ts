import { SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { wholeMetadata } from "../../app/modules/audit/audit-entry.server";
import { openSession } from "../../app/modules/identity/sessions.server";
import { updateProfile } from "../../app/modules/identity/users/profile-commands.server";
import { newUser } from "../../app/modules/identity/users/queries.server";
import { auditEntries, sessions, trustEntries, users } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const ORIGIN = "https://rooydad.test";
const ID = "019b0000-0000-7000-8000-0000000000aa";

let deps: TestDeps;
let cookie: string;

beforeAll(async () => {
  await seedDatabase(createTestDeps().db, Date.now());
});
beforeEach(async () => {
  deps = createTestDeps(Date.now());
  deps.random.bytes = (length) => crypto.getRandomValues(new Uint8Array(length));
  await deps.db.delete(auditEntries);
  await deps.db.delete(sessions);
  await deps.db.batch([
    deps.db.delete(trustEntries),
    deps.db.delete(users).where(eq(users.id, ID)),
  ]);
  const person = {
    id: ID,
    email: "nasrin@example.com",
    emailVerifiedAt: 1,
    displayName: "Nasrin",
    passwordHash: null,
    photoUrl: null,
  };
  await newUser(deps, { ...person, preferredLanguage: null });
  const { session, statements } = await openSession(
    { ...deps, ids: { next: () => crypto.randomUUID() } },
    { userId: ID, userAgent: "", kind: "page" },
  );
  await statements[0];
  cookie = `__Host-rooydad-session=${session.token}`;
});

const get = (path: string, headers: Record<string, string> = { Cookie: cookie }) =>
  SELF.fetch(`${ORIGIN}${path}`, { headers, redirect: "manual" });
const post = (path: string, fields: [string, string][]) =>
  SELF.fetch(`${ORIGIN}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
    headers: { Origin: ORIGIN, Cookie: cookie },
    redirect: "manual",
  });
const stored = async () => {
  const user = await deps.db.select().from(users).where(eq(users.id, ID)).get();
  if (!user) throw new Error("The person is gone.");
  return user;
};
const flashOf = (response: Response) =>
  JSON.parse(
    decodeURIComponent(
      /rooydad\.flash=([^;]+)/.exec(response.headers.get("Set-Cookie") ?? "")?.[1] ?? "null",
    ),
  );
const checked = (html: string, name: string) =>
  [...html.matchAll(/<input[^>]*type="(?:checkbox|radio)"[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => input.includes(`name="${name}"`) && /\schecked/.test(input))
    .map((input) => /value="([^"]*)"/.exec(input)?.[1]);
const hidden = (html: string) =>
  [...html.matchAll(/<input[^>]*type="hidden"[^>]*>/g)].map(
    ([input]) => `${/name="([^"]*)"/.exec(input)?.[1]}=${/value="([^"]*)"/.exec(input)?.[1]}`,
  );

const CHOICES: [string, string][] = [
  ["interests", ""],
  ["interests", "music"],
  ["interests", "chess"],
  ["interests", "food"],
  ["cities", "yazd"],
  ["cities", "atlantis"],
  ["email", ""],
  ["about", "newEvents"],
  ["about", "spam"],
  ["frequency", "daily"],
];

describe("the onboarding pages", () => {
  test("send visitors to the login, which returns to the step", async () => {
    const response = await get("/onboarding/3", {});
    expect([response.status, response.headers.get("Location")]).toEqual([
      302,
      "/login?returnTo=%2Fonboarding%2F3",
    ]);
  });

  test.each([
    ["/onboarding", "/onboarding/1"],
    ["/onboarding/0?lang=fa", "/onboarding/1?lang=fa"],
    ["/onboarding/9?interests=&interests=art", "/onboarding/5?interests=&interests=art"],
    ["/onboarding/x", "/onboarding/1"],
    ["/onboarding/03", "/onboarding/3"],
  ])("given %s, lead to %s", async (path, target) => {
    const response = await get(path);
    expect([response.status, response.headers.get("Location")]).toEqual([302, target]);
  });

  test("are never cached", async () => {
    const response = await get("/onboarding/1");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    expect(await response.text()).toContain("noindex");
  });

  test("show the choices in the address, pass on the others, and drop unknown values", async () => {
    const query = new URLSearchParams(CHOICES).toString();
    const interests = await (await get(`/onboarding/2?${query}`)).text();
    expect(checked(interests, "interests")).toEqual(["music", "food"]);
    expect(hidden(interests)).toEqual(
      expect.arrayContaining(["cities=yazd", "email=", "about=newEvents", "frequency=daily"]),
    );
    expect(hidden(interests)).not.toContain("cities=atlantis");
    expect(hidden(interests).filter((field) => field.startsWith("interests"))).toEqual([
      "interests=",
    ]);
    const notifications = await (await get(`/onboarding/4?${query}`)).text();
    expect([
      checked(notifications, "email"),
      checked(notifications, "about"),
      checked(notifications, "frequency"),
    ]).toEqual([[], ["newEvents"], ["daily"]]);
  });

  test("summarize more than six interests as six and a number", async () => {
    const all = ["music", "art", "sports", "tech", "food", "business", "education", "health"]
      .map((name) => `interests=${name}`)
      .join("&");
    const html = await (await get(`/onboarding/5?lang=en&${all}`)).text();
    expect(html).toContain("<li>Business</li>");
    expect(html).not.toContain("<li>Learning</li>");
    expect(html).toContain("<li>+2 more</li>");
    expect(await (await get(`/onboarding/5?lang=fa&${all}`)).text()).toContain("و ۲ تای دیگر");
  });
});

describe("completing the onboarding", () => {
  test("stores the choices without unknown values, and shows a welcome", async () => {
    const response = await post("/onboarding/5", [...CHOICES, ["intent", "complete"]]);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    expect(flashOf(response)).toMatchObject({
      kind: "success",
      text: "onboarding:welcomed",
      values: { name: "Nasrin" },
    });
    const user = await stored();
    expect(user).toMatchObject({
      interests: ["music", "food"],
      cities: ["yazd"],
      notificationPreferences: {
        emailEnabled: false,
        pushEnabled: false,
        categories: ["newEvents"],
        frequency: "daily",
      },
    });
    expect(user.onboardingCompletedAt).not.toBeNull();
    const entry = await deps.db
      .select({ metadata: wholeMetadata })
      .from(auditEntries)
      .where(eq(auditEntries.action, "user.profile-changed"))
      .get();
    expect(entry?.metadata).toMatchObject({
      before: { onboardingCompleted: false, interests: [] },
      after: { onboardingCompleted: true, cities: ["yazd"] },
    });
  });

  test("by skipping any step stores no choices", async () => {
    const response = await post("/onboarding/2", [
      ["interests", "music"],
      ["intent", "skip"],
    ]);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/"]);
    expect(flashOf(response)).toMatchObject({ text: "onboarding:skipped" });
    expect(await stored()).toMatchObject({ interests: [] });
    expect((await stored()).onboardingCompletedAt).not.toBeNull();
  });

  test("again shows the stored choices and changes them, but not the time of completion", async () => {
    await deps.db
      .update(users)
      .set({ onboardingCompletedAt: 5, interests: ["art"], cities: ["yazd"] })
      .where(eq(users.id, ID));
    expect(checked(await (await get("/onboarding/2")).text(), "interests")).toEqual(["art"]);
    const response = await post("/onboarding/5?lang=fa", [
      ["interests", ""],
      ["interests", "tech"],
      ["intent", "complete"],
    ]);
    expect(flashOf(response)).toMatchObject({ text: "onboarding:saved" });
    expect(response.headers.get("Location")).toBe("/?lang=fa");
    expect(await stored()).toMatchObject({
      onboardingCompletedAt: 5,
      interests: ["tech"],
      cities: ["yazd"],
    });
  });

  test("during a database failure says so and keeps the choices", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    await deps.db.run(
      "CREATE TRIGGER refuse BEFORE UPDATE ON users BEGIN SELECT RAISE(ABORT, 'refused'); END",
    );
    try {
      for (const [intent, text] of [
        ["complete", "Failed to save preferences. Please try again."],
        ["skip", "Failed to skip onboarding"],
      ] as const) {
        const response = await post("/onboarding/5?lang=en&interests=music", [
          ["interests", "music"],
          ["intent", intent],
        ]);
        expect(response.status).toBe(500);
        const html = await response.text();
        expect(html).toMatch(new RegExp(`role="alert"[^]*${text}`));
        expect(hidden(html)).toContain("interests=music");
      }
    } finally {
      await deps.db.run("DROP TRIGGER refuse");
      vi.restoreAllMocks();
    }
    expect((await stored()).onboardingCompletedAt).toBeNull();
  });
});

describe("updateProfile", () => {
  const actor = { id: ID, role: "user", isVerified: true, sessionId: "s" } as const;

  test("given onboardingCompleted twice, keeps the first time and writes nothing", async () => {
    const first = await updateProfile(deps, actor, { onboardingCompleted: true });
    deps.pass(60_000);
    const second = await updateProfile(deps, actor, { onboardingCompleted: true });
    expect(first.onboardingCompletedAt).toBe(second.onboardingCompletedAt);
    expect(await deps.db.select().from(auditEntries)).toHaveLength(1);
  });

  test("given other changes, does not complete the onboarding", async () => {
    expect(
      (await updateProfile(deps, actor, { interests: ["art"] })).onboardingCompletedAt,
    ).toBeNull();
  });
});

test("PUT /users/profile from the browser completes the onboarding for good", async () => {
  const call = (
    path: string,
    method: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    SELF.fetch(`${ORIGIN}/api/v1${path}`, {
      method,
      headers: { "Content-Type": "application/json", ...headers },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const { idToken } = (await (
    await call("/auth/session-token", "POST", undefined, { Origin: ORIGIN, Cookie: cookie })
  ).json()) as {
    idToken: string;
  };
  const { access_token } = (await (
    await call("/auth/login", "POST", { firebaseToken: idToken })
  ).json()) as { access_token: string };
  const bearer = { Authorization: `Bearer ${access_token}` };
  const answer = await call(
    "/users/profile",
    "PUT",
    { onboardingCompleted: true, interests: ["art"] },
    bearer,
  );
  expect([answer.status, await answer.json()]).toMatchObject([
    200,
    { onboardingCompleted: true, interests: ["art"] },
  ]);
  expect((await call("/users/profile", "PUT", { onboardingCompleted: false }, bearer)).status).toBe(
    422,
  );
});
