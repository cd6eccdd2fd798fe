import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { Secret, TOTP } from "otpauth";
import { decode } from "turbo-stream";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { formatDate, readerOf } from "../../app/lib/dates/dates.server";
import { paths } from "../../app/lib/paths";
import { getMail } from "../../app/modules/mail/outbox.server";
import { auditEntries, events, externalIdentities, mails, users } from "../../db/schema";
import { seedDatabase } from "../../db/seed/seed-database";
import { createJpeg, createPng } from "../factories/file";
import { answerForOthers, pictureAnswer } from "../helpers/other-sites";
import { anotherBrowser, type Browser, ORIGIN, PASSWORD, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps(Date.now());
const { db } = deps;
const userOf = async ({ id }: Pick<Browser, "id">) =>
  (await db.select().from(users).where(eq(users.id, id)).get()) as typeof users.$inferSelect;
const flashOf = (response: Response) =>
  decodeURIComponent(response.headers.get("Set-Cookie") ?? "");

/** A rotated JPEG with a position, under a wrong name and type. */
const pictureWithPosition = (): File =>
  new File([createJpeg({ orientation: 6 })], "holiday.png", { type: "image/png" });

function pictureForm(file: File | null): FormData {
  const form = new FormData();
  form.set("intent", "picture");
  if (file) form.set("picture", file);
  return form;
}

beforeAll(async () => {
  await seedDatabase(db, Date.now());
});

describe("account pages", () => {
  it.each([
    "/account",
    "/account/security",
    "/account/data",
    "/account/preferences",
    "/account/export.json",
    "/profile",
    "/profile/edit",
  ])("%s sends visitors to the login and back", async (path) => {
    const response = await SELF.fetch(`${ORIGIN}${path}`, { redirect: "manual" });
    expect([response.status, response.headers.get("Location")]).toEqual([302, paths.login(path)]);
  });

  it.each(["/account", "/account/security", "/account/data", "/account/preferences"])(
    "%s is neither cached nor indexed",
    async (path) => {
      const me = await signInAs(deps);
      const response = await me.get(path);
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      expect(await response.text()).toContain('name="robots" content="noindex');
    },
  );

  it("refuse forms of other sites", async () => {
    const me = await signInAs(deps);
    const response = await me.post(
      "/account",
      { intent: "name", displayName: "Somebody Else" },
      { Origin: "https://elsewhere.example" },
    );
    expect(response.status).toBe(403);
    expect((await userOf(me)).displayName).toBe("Nasrin Kamali");
  });

  it.each(["/account", "/account/security", "/account/data", "/account/preferences"])(
    "%s refuses an unknown intent",
    async (path) => {
      const me = await signInAs(deps);
      expect((await me.post(path, { intent: "become-owner" })).status).toBe(400);
    },
  );

  it("redirect from the former address", async () => {
    const me = await signInAs(deps);
    const response = await me.get("/profile/edit");
    expect([response.status, response.headers.get("Location")]).toEqual([301, "/account"]);
  });
});

describe("the display name", () => {
  it("is saved, trimmed, and shown in the header", async () => {
    const me = await signInAs(deps);
    const response = await me.post("/account", { intent: "name", displayName: "  نسرین   کمالی " });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/account"]);
    expect(flashOf(response)).toContain("account:saved");
    expect((await userOf(me)).displayName).toBe("نسرین کمالی");
    expect(await (await me.get("/account")).text()).toContain("نسرین کمالی");
  });

  it.each(["", "   ", "a\u202eb", "x".repeat(81)])(
    "is refused as %j, and the input is kept",
    async (displayName) => {
      const me = await signInAs(deps);
      const response = await me.post("/account", { intent: "name", displayName });
      expect(response.status).toBe(400);
      const html = await response.text();
      expect(html).toContain("We could not update your name.");
      expect(html).toContain('aria-invalid="true"');
      expect((await userOf(me)).displayName).toBe("Nasrin Kamali");
    },
  );

  it("is all that its form changes", async () => {
    const me = await signInAs(deps);
    await me.post("/account", {
      intent: "name",
      displayName: "Nasrin",
      role: "owner",
      trustScore: "100",
      email: "x@y.example",
      id: "1",
    });
    expect(await userOf(me)).toMatchObject({
      displayName: "Nasrin",
      role: "user",
      trustScore: 10,
      email: me.email,
    });
  });
});

describe("language and look", () => {
  it("apply at once, whatever the browser's cookie says", async () => {
    const me = await signInAs(deps);
    const response = await me.post("/account", {
      intent: "display",
      preferredLanguage: "fa",
      theme: "dark",
      calendar: "gregorian",
      timeZone: "America/Toronto",
    });
    expect(response.status).toBe(303);
    expect(flashOf(response)).toContain("rooydad.language=fa");
    expect(flashOf(response)).toContain("rooydad.theme=dark");
    const next = await me.get("/account", { Cookie: "rooydad.language=en; rooydad.theme=light" });
    const html = await next.text();
    expect(html).toContain('<html lang="fa" dir="rtl" data-mantine-color-scheme="dark"');
    expect(flashOf(next)).toContain("rooydad.language=fa");
  });

  it("follow the browser again on request", async () => {
    const me = await signInAs(deps, "user", {
      preferredLanguage: "fa",
      theme: "dark",
      calendar: "jalali",
      timeZone: "Asia/Tehran",
    });
    const response = await me.post("/account", {
      intent: "display",
      preferredLanguage: "",
      theme: "",
      calendar: "",
      timeZone: "",
    });
    expect(flashOf(response)).toContain("rooydad.language=; Path=/; Max-Age=0");
    expect(await userOf(me)).toMatchObject({
      preferredLanguage: null,
      followsBrowserLanguage: true,
      theme: null,
      calendar: null,
      timeZone: null,
    });
  });

  it("keep following it although another browser stores another language, until the next choice", async () => {
    const me = await signInAs(deps, "user", { preferredLanguage: null });
    const takesLanguage = async () => {
      const data = (await (await me.get("/account.data")).body) as ReadableStream<Uint8Array>;
      const { value } = (await decode(data)) as {
        value: { root: { data: { viewer: { takesLanguage: boolean } } } };
      };
      return value.root.data.viewer.takesLanguage;
    };
    expect(await takesLanguage()).toBe(true);
    await me.post("/account", {
      intent: "display",
      preferredLanguage: "",
      theme: "",
      calendar: "",
      timeZone: "",
    });
    expect(await userOf(me)).toMatchObject({
      preferredLanguage: null,
      followsBrowserLanguage: true,
    });
    expect(await takesLanguage()).toBe(false);
    const remembered = await me.post("/preferences", { language: "fa", remembered: "1" });
    expect(flashOf(remembered)).toContain("rooydad.language=fa");
    expect(await userOf(me)).toMatchObject({
      preferredLanguage: null,
      followsBrowserLanguage: true,
    });
    await me.post("/preferences", { language: "fa" });
    expect(await userOf(me)).toMatchObject({
      preferredLanguage: "fa",
      followsBrowserLanguage: false,
    });
  });

  it.each([
    ["preferredLanguage", "de"],
    ["theme", "sepia"],
    ["calendar", "mayan"],
    ["timeZone", "Nowhere/Land"],
  ])("refuse %s %s beside its field", async (field, value) => {
    const me = await signInAs(deps);
    const response = await me.post("/account", {
      intent: "display",
      preferredLanguage: "",
      theme: "",
      calendar: "",
      timeZone: "",
      [field]: value,
    });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain(`id="display-${field}-issue"`);
  });

  it("are saved by the header's list and toggle too", async () => {
    const me = await signInAs(deps);
    await me.post("/preferences", { language: "fa", returnTo: "/events" });
    await me.post("/preferences", { theme: "dark" });
    expect(await userOf(me)).toMatchObject({ preferredLanguage: "fa", theme: "dark" });
  });

  it("show the chosen calendar on public pages too, to this user only", async () => {
    const [me, usual] = [
      await signInAs(deps, "user", { calendar: "jalali" }),
      await signInAs(deps),
    ];
    const today = (calendar: "jalali" | "gregorian") =>
      formatDate(Date.now(), "Asia/Tehran", readerOf("en", calendar), { year: false });
    expect(await (await me.get("/?lang=en")).text()).toContain(today("jalali"));
    for (const theirs of [await usual.get("/?lang=en"), await SELF.fetch(`${ORIGIN}/?lang=en`)]) {
      const html = await theirs.text();
      expect(html).toContain(today("gregorian"));
      expect(html).not.toContain(today("jalali"));
    }
  });

  it("tell a reader elsewhere the zone on an event's page", async () => {
    const [event] = await db.select().from(events).where(eq(events.allDay, false)).limit(1);
    const far = await signInAs(deps, "user", { timeZone: "Pacific/Kiritimati" });
    expect(await (await far.get(`${paths.event(event?.id ?? "")}?lang=en`)).text()).toContain(
      "In your time:",
    );
    const visitor = await SELF.fetch(`${ORIGIN}${paths.event(event?.id ?? "")}?lang=en`);
    expect(await visitor.text()).not.toContain("In your time:");
  });
});

describe("the profile picture", () => {
  it("is stored by its detected type without location, and replaces the previous one", async () => {
    const me = await signInAs(deps);
    expect((await me.post("/account", pictureForm(pictureWithPosition()))).status).toBe(303);
    const first = (await userOf(me)).photoUrl ?? "";
    expect(first).toMatch(new RegExp(`^/media/users/${me.id}/[0-9a-f-]{36}\\.jpg$`));
    const stored = await SELF.fetch(`${ORIGIN}${first}`);
    expect(stored.headers.get("Content-Type")).toBe("image/jpeg");
    const bytes = new Uint8Array(await stored.arrayBuffer());
    const hex = Buffer.from(bytes).toString("hex");
    expect(hex).not.toContain(Buffer.from("GPS").toString("hex"));
    // Keeps the orientation (6) and no other EXIF data.
    expect(hex).toContain(
      "457869660000" + "4d4d002a00000008" + "0001" + "011200030000000100060000" + "00000000",
    );

    await me.post("/account", pictureForm(pictureWithPosition()));
    expect((await userOf(me)).photoUrl).not.toBe(first);
    await expect
      .poll(() =>
        env.MEDIA.list({ prefix: `users/${me.id}/` }).then(({ objects }) => objects.length),
      )
      .toBe(1);
    await me.post("/account", { intent: "remove-picture" });
    expect((await userOf(me)).photoUrl).toBeNull();
    await expect
      .poll(() =>
        env.MEDIA.list({ prefix: `users/${me.id}/` }).then(({ objects }) => objects.length),
      )
      .toBe(0);
  });

  it.each([
    ["nothing", null, 400, "Choose a picture first."],
    [
      "an SVG that says it is a JPEG",
      new File(["<svg onload=alert(1)>"], "a.jpg", { type: "image/jpeg" }),
      400,
      "isn’t a JPG, PNG or WebP",
    ],
    [
      "a broken JPEG",
      new File([new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 0, 99])], "a.jpg"),
      400,
      "That picture is broken.",
    ],
    [
      "too much",
      new File([new Uint8Array(5_250_000).fill(255, 0, 1)], "a.jpg"),
      400,
      "That’s larger than we accept here: 5 MB at most.",
    ],
    [
      "far too much",
      new File([new Uint8Array(6_000_000)], "a.jpg"),
      413,
      "That’s larger than we accept here: 5 MB at most.",
    ],
  ])("is refused: %s", async (_, file, status, sentence) => {
    const me = await signInAs(deps);
    const response = await me.post("/account", pictureForm(file));
    expect(response.status).toBe(status);
    expect(await response.text()).toContain(sentence);
    expect((await userOf(me)).photoUrl).toBeNull();
  });

  it("can be the sign-in provider's", async () => {
    const me = await signInAs(deps);
    expect((await me.post("/account", { intent: "external-picture" })).status).toBe(409);
    const pictureUrl = "https://pictures.rooydad-tests.org/nasrin.jpg";
    await db.insert(externalIdentities).values({
      provider: "google",
      subject: me.id,
      userId: me.id,
      email: null,
      pictureUrl,
      createdAt: 1,
    });
    answerForOthers({});
    const failed = await me.post("/account?lang=en", { intent: "external-picture" });
    expect([
      failed.status,
      (await failed.text()).includes("get a picture from that address"),
    ]).toEqual([400, true]);
    vi.restoreAllMocks();
    answerForOthers({ [pictureUrl]: () => pictureAnswer(createPng()) });
    await me.post("/account", { intent: "external-picture" });
    vi.restoreAllMocks();
    expect((await userOf(me)).photoUrl).toMatch(new RegExp(`^/media/users/${me.id}/`));
  });
});

describe("the address", () => {
  it("changes by the emailed link only, after the password", async () => {
    const me = await signInAs(deps);
    const email = `new-${me.id}@rooydad.example`;
    const wrong = await me.post("/account", { intent: "email", email, currentPassword: "wrong" });
    expect(wrong.status).toBe(400);
    const html = await wrong.text();
    expect(html).toContain('id="email-currentPassword-issue"');
    expect(html).toContain(`value="${email}"`);
    expect(html).not.toContain('value="wrong"');
    expect(
      (await me.post("/account", { intent: "email", email, currentPassword: PASSWORD })).status,
    ).toBe(303);
    expect((await userOf(me)).email).toBe(me.email);
    expect(
      await db.select({ to: mails.toAddress }).from(mails).where(eq(mails.userId, me.id)),
    ).toEqual(expect.arrayContaining([{ to: email }, { to: me.email }]));
  });

  it("can be confirmed again, a few times, until it is confirmed", async () => {
    const me = await signInAs(deps, "user", { emailVerifiedAt: null });
    expect(await (await me.get("/account/data")).text()).toContain(
      "Your email address isn’t confirmed yet: the link is in your inbox.",
    );
    const texts: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const response = await me.post("/account", { intent: "resend", returnTo: "/account/data" });
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/account/data"]);
      texts.push(flashOf(response));
    }
    expect(texts[0]).toContain("account:banner.sent");
    expect(texts[5]).toContain("account:banner.tooMany");
    const elsewhere = await me.post("/account", {
      intent: "resend",
      returnTo: "https://elsewhere.example/",
    });
    expect(elsewhere.headers.get("Location")).toBe("/");
  });
});

describe("the password", () => {
  it("changes with the current one, and ends every other session", async () => {
    const me = await signInAs(deps);
    const other = await anotherBrowser(deps, me.id);
    const change = (currentPassword: string, newPassword: string) =>
      me.post("/account/security", { intent: "password", currentPassword, newPassword });
    expect((await change("wrong", "another good password")).status).toBe(400);
    expect((await change(PASSWORD, "short")).status).toBe(400);
    expect((await change(PASSWORD, "")).status).toBe(400);
    expect((await other.get("/account")).status).toBe(200);
    expect((await change(PASSWORD, "another good password")).status).toBe(303);
    expect((await other.get("/account")).status).toBe(302);
    expect((await me.get("/account")).status).toBe(200);
  });

  it("cannot be guessed by its form", async () => {
    const me = await signInAs(deps);
    let last = new Response();
    for (let count = 0; count < 6; count += 1)
      last = await me.post("/account/security", {
        intent: "password",
        currentPassword: `guess ${count}`,
        newPassword: "another good password",
      });
    expect(last.status).toBe(429);
    expect(Number(last.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await last.text()).toContain("Too many attempts.");
  });
});

describe("two-factor authentication", () => {
  const secretOf = (html: string) =>
    (/<code[^>]*>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "").replaceAll(" ", "");
  const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate();

  it("is set up by a code, shows the recovery codes once, and is turned off with the password [S-22]", async () => {
    const me = await signInAs(deps);
    const begun = await me.post("/account/security", { intent: "begin-two-factor" });
    expect([begun.status, begun.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
    const html = await begun.text();
    const secret = secretOf(html);
    expect(secret).toHaveLength(32);
    expect(html).toContain("QR code for the authenticator app");

    expect(await (await me.get("/account/security")).text()).not.toContain(secret);
    const blind = await me.post("/account/security", {
      intent: "confirm-two-factor",
      code: "000000",
    });
    expect(blind.status).toBe(400);
    expect(secretOf(await blind.text())).toBe("");
    const mistyped = await me.post("/account/security", {
      intent: "confirm-two-factor",
      code: "000000",
      secret,
    });
    expect(mistyped.status).toBe(400);
    expect(secretOf(await mistyped.text())).toBe(secret);
    expect((await userOf(me)).totpEnabledAt).toBeNull();
    const on = await me.post("/account/security", {
      intent: "confirm-two-factor",
      code: codeOf(secret),
    });
    expect(on.status).toBe(200);
    expect(on.headers.get("Cache-Control")).toBe("private, no-store");
    const codes = (await on.text()).match(/<li>[0-9a-z]{5}-[0-9a-z]{5}<\/li>/g) ?? [];
    expect(new Set(codes).size).toBe(10);
    const again = await (await me.get("/account/security")).text();
    expect(again).not.toMatch(/[0-9a-z]{5}-[0-9a-z]{5}<\/li>/);
    expect(again).toContain("10 recovery codes are left.");

    expect(
      (await me.post("/account/security", { intent: "confirm-two-factor", code: codeOf(secret) }))
        .status,
    ).toBe(409);
    expect(
      (
        await me.post("/account/security", {
          intent: "disable-two-factor",
          currentPassword: "wrong",
        })
      ).status,
    ).toBe(400);
    expect(
      (
        await me.post("/account/security", {
          intent: "disable-two-factor",
          currentPassword: PASSWORD,
        })
      ).status,
    ).toBe(303);
    expect((await userOf(me)).totpSecret).toBeNull();
  });
});

describe("one's data", () => {
  it("is a file without secrets", async () => {
    const me = await signInAs(deps);
    const response = await me.get("/account/export.json");
    expect(response.headers.get("Content-Disposition")).toContain("attachment");
    expect(response.headers.get("Cache-Control")).toBe("private, no-store");
    const text = await response.text();
    expect(JSON.parse(text).user.email).toBe(me.email);
    expect(text).not.toMatch(/passwordHash|tokenHash|totpSecret|scrypt/);
  });

  it("is deleted after password and confirmation word, in 14 days, and can be kept until then", async () => {
    const me = await signInAs(deps);
    const ask = (currentPassword: string, confirmation: string) =>
      me.post("/account/data", { intent: "delete", currentPassword, confirmation });
    expect((await ask(PASSWORD, "yes")).status).toBe(400);
    expect((await ask("wrong", "delete")).status).toBe(400);
    expect((await userOf(me)).deleteAfter).toBeNull();
    expect((await ask(PASSWORD, " Delete ")).status).toBe(303);
    const { deleteAfter } = await userOf(me);
    expect(Math.round(((deleteAfter ?? 0) - Date.now()) / 86_400_000)).toBe(14);
    expect(await (await me.get("/account/preferences")).text()).toContain(
      "Your account will be deleted on",
    );
    const keep = () =>
      me.post("/account/data", { intent: "keep", returnTo: "/account/preferences" });
    expect((await keep()).headers.get("Location")).toBe("/account/preferences");
    expect((await keep()).status).toBe(303);
    expect((await userOf(me)).deleteAfter).toBeNull();
  });

  it("of the owner cannot be deleted", async () => {
    const owner = await signInAs(deps, "owner");
    const response = await owner.post("/account/data", {
      intent: "delete",
      currentPassword: PASSWORD,
      confirmation: "delete",
    });
    expect(response.status).toBe(403);
    expect((await userOf(owner)).deleteAfter).toBeNull();
  });
});

describe("preferences", () => {
  const fields = {
    intent: "save",
    interest: ["music", "art", "music"],
    hasCities: "1",
    city: ["tehran", "shiraz"],
    category: "newEvents",
    frequency: "daily",
  };

  it("are saved and shown", async () => {
    const me = await signInAs(deps);
    expect((await me.post("/account/preferences", { ...fields, role: "owner" })).status).toBe(303);
    expect(await userOf(me)).toMatchObject({
      role: "user",
      interests: ["music", "art"],
      cities: ["tehran", "shiraz"],
      notificationPreferences: {
        emailEnabled: false,
        pushEnabled: false,
        categories: ["newEvents"],
        frequency: "daily",
      },
    });
    expect((await (await me.get("/account/preferences")).text()).match(/checked=""/g)).toHaveLength(
      5,
    );
  });

  it("may all be empty", async () => {
    const me = await signInAs(deps, "user", { interests: ["art"], cities: ["tehran"] });
    await me.post("/account/preferences", { intent: "save", hasCities: "1", frequency: "weekly" });
    expect(await userOf(me)).toMatchObject({
      interests: [],
      cities: [],
      notificationPreferences: { categories: [] },
    });
  });

  it("keep the cities if their list could not be shown", async () => {
    const me = await signInAs(deps, "user", { cities: ["tehran"] });
    await me.post("/account/preferences", { intent: "save", interest: "art", frequency: "weekly" });
    expect(await userOf(me)).toMatchObject({ interests: ["art"], cities: ["tehran"] });
  });

  it.each([
    ["interest", "crime"],
    ["city", "atlantis"],
    ["category", "spam"],
    ["frequency", "hourly"],
  ])("refuse %s %s", async (name, value) => {
    const me = await signInAs(deps);
    const response = await me.post("/account/preferences", { ...fields, [name]: value });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Failed to save preferences. Please try again.");
    expect((await userOf(me)).interests).toEqual([]);
  });
});

describe("a public profile", () => {
  it("shows name and events, never address or role", async () => {
    const moderator = await signInAs(deps, "moderator");
    const [event] = await db.select().from(events).where(eq(events.isListed, true)).limit(1);
    const get = async () => (await SELF.fetch(`${ORIGIN}/users/${moderator.id}?lang=en`)).text();
    const empty = await get();
    expect(empty).toContain("No events yet");
    expect(empty).not.toMatch(/moderator/i);
    expect(empty).not.toContain(moderator.email);
    await db
      .update(events)
      .set({ creatorId: moderator.id })
      .where(eq(events.id, event?.id ?? ""));
    expect(await get()).toContain(paths.event(event?.id ?? ""));
  });

  it("is visible to oneself before the address is verified, and says what is missing", async () => {
    const me = await signInAs(deps, "user", { emailVerifiedAt: null });
    const html = await (await me.get(`/users/${me.id}?lang=en`)).text();
    expect(html).toContain("Only you see this page.");
    expect(html).toContain('value="resend"');
  });

  it.each([
    ["nobody", null],
    ["the deactivated", { isActive: false }],
    ["those without a verified address", { emailVerifiedAt: null }],
    ["the deleted", { isActive: false, displayName: "", deletedAt: 1 }],
  ])("of %s is not found", async (_, changes) => {
    const id = changes ? (await signInAs(deps, "user", changes)).id : "no-such-person";
    const response = await SELF.fetch(`${ORIGIN}/users/${id}?lang=en`);
    expect(response.status).toBe(404);
    expect(await response.text()).toContain("Page Not Found");
  });
});

describe("the outbox", () => {
  const write = async (changes: Partial<typeof mails.$inferInsert> = {}) => {
    const id = crypto.randomUUID();
    await db.insert(mails).values({
      id,
      idempotencyKey: id,
      kind: "newDevice",
      toAddress: "nasrin@rooydad.example",
      locale: "en",
      subject: `Mail ${id}`,
      text: "Plain https://rooydad.test/account/security",
      html: "<p>Marked up</p><script>alert(1)</script>",
      dueAt: 1,
      createdAt: Date.now(),
      ...changes,
    });
    return id;
  };

  it.each([
    ["user", 302, "/"],
    ["moderator", 302, "/"],
    ["admin", 200, null],
    ["owner", 200, null],
  ] as const)("is closed to the role %s or open (%i)", async (role, status, location) => {
    const me = await signInAs(deps, role);
    const response = await me.get("/admin/outbox");
    expect([response.status, response.headers.get("Location")]).toEqual([status, location]);
    const id = await write({ status: "dead" });
    const resent = await me.post("/admin/outbox", { intent: "resend", mail: id });
    const row = await db.select({ status: mails.status }).from(mails).where(eq(mails.id, id)).get();
    expect(row?.status === "dead").toBe(status === 302);
    if (status === 302) expect(resent.headers.get("Location")).toBe("/");
  });

  it("shows an email in an inert frame, and records who opened it", async () => {
    const admin = await signInAs(deps, "admin");
    const id = await write();
    const html = await (await admin.get(`/admin/outbox?mail=${id}`)).text();
    expect(html).toContain('sandbox=""');
    expect(html).not.toContain("<script>alert(1)</script>");
    expect(html).toContain('href="https://rooydad.test/account/security"');
    const log = await db
      .select({ action: auditEntries.action })
      .from(auditEntries)
      .where(eq(auditEntries.entityId, id));
    expect(log).toEqual([{ action: "mail.opened" }]);
    expect((await admin.get("/admin/outbox?mail=nothing")).status).toBe(404);
  });

  it("hides an email with a login link, except in local runs", async () => {
    const admin = await signInAs(deps, "admin");
    const actor = {
      id: admin.id,
      role: "admin" as const,
      isVerified: true,
      sessionId: admin.sessionId,
    };
    const id = await write({ isSecret: true });
    expect((await getMail(deps, actor, id, false)).body).toBeNull();
    expect((await getMail(deps, actor, id, true)).body?.text).toContain("Plain");
    await expect(getMail(deps, { ...actor, role: "moderator" }, id, true)).rejects.toMatchObject({
      code: "forbidden",
    });
  });

  it("sends a given-up email once more, and nothing else", async () => {
    const admin = await signInAs(deps, "admin");
    const id = await write({ status: "dead", attempts: 5, lastError: "refused" });
    expect(flashOf(await admin.post("/admin/outbox", { intent: "resend", mail: id }))).toContain(
      "account:outbox.resent",
    );
    const sent = await write({ status: "sent" });
    expect(flashOf(await admin.post("/admin/outbox", { intent: "resend", mail: sent }))).toContain(
      "account:outbox.notDead",
    );
    expect((await admin.post("/admin/outbox", { intent: "resend", mail: "nothing" })).status).toBe(
      404,
    );
  });

  it("pages by a cursor", async () => {
    const admin = await signInAs(deps, "admin");
    for (let count = 0; count < 30; count += 1) await write();
    const first = await (await admin.get("/admin/outbox")).text();
    const next = /href="(\/admin\/outbox\?after=[^"]+)"/.exec(first)?.[1] ?? "";
    expect(next).not.toBe("");
    const second = await (await admin.get(next)).text();
    const subjects = (html: string) => new Set(html.match(/Mail [0-9a-f-]{36}/g) ?? []);
    expect(subjects(first).size).toBe(25);
    expect([...subjects(second)].filter((subject) => subjects(first).has(subject))).toEqual([]);
    expect((await admin.get("/admin/outbox?after=x")).status).toBe(400);
  });
});
