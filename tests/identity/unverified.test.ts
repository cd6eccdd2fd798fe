import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import en from "../../app/locales/en/mail.json";
import { deliverMail } from "../../app/modules/mail/deliver-mail.server";
import { createDatabase } from "../../db/client";
import { collections, eventDrafts, events, mails, users } from "../../db/schema";
import { createCity } from "../factories/city";
import { createPng } from "../factories/file";
import { bearerOf, createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { type Browser, ORIGIN, signInAs } from "../helpers/signed-in";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const db = createDatabase(env.DB);
const deps = workerDeps();

/** Account mails are sent to unverified addresses too: they prove the address or warn its owner. */
const ABOUT_THE_ACCOUNT = [
  "accessCleared",
  "accountClosed",
  "accountExists",
  "changeEmail",
  "resetPassword",
  "verifyEmail",
];

describe("emails to an unverified address", () => {
  const test = createTestDeps();
  beforeEach(emptyDatabase);

  const sentOf = async (kind: string, unsubscribes: string | null) => {
    const person = await createUser(db, { emailVerifiedAt: null });
    const id = crypto.randomUUID();
    const text = { subject: kind, text: kind, html: kind, locale: "en" } as const;
    const toAddress = person.email ?? "";
    await db.insert(mails).values({
      id,
      idempotencyKey: id,
      kind,
      userId: person.id,
      toAddress,
      ...text,
      unsubscribes,
      dueAt: 0,
      createdAt: 0,
    });
    const outcome = await deliverMail({ ...test, db }, id);
    expect([kind, test.mailed.length]).toEqual([kind, outcome === "sent" ? 1 : 0]);
    test.mailed.length = 0;
    return outcome === "sent";
  };

  it("are those about the account only, of all kinds", async () => {
    const kinds = Object.keys(en.kinds);
    expect(kinds.length).toBeGreaterThan(10);
    const sent: string[] = [];
    for (const kind of kinds) if (await sentOf(kind, null)) sent.push(kind);
    expect(sent.sort()).toEqual(ABOUT_THE_ACCOUNT);
  });

  it("are never notifications, digests, reminders or change notices, not even ones already queued", async () => {
    for (const kind of [
      "event-changed",
      "event-cancelled",
      "event-reminder",
      "event-new-in-city",
      "digest-daily",
      "digest-weekly",
    ])
      for (const list of ["all", "savedEvents", "newEvents", "collections", "heldEvents"])
        expect([kind, list, await sentOf(kind, list)]).toEqual([kind, list, false]);
    expect(await db.$count(mails)).toBe(0);
  });
});

describe("a user with an unverified address", () => {
  let me: Browser;
  beforeAll(async () => {
    await emptyDatabase();
    await createCity(db, { slug: "tehran", nameEn: "Tehran" });
  });
  beforeEach(async () => {
    me = await signInAs(deps, "user", { emailVerifiedAt: null });
  });

  const written = () => {
    const day = new Date(deps.clock.now() + 20 * 86_400_000).toISOString().slice(0, 10);
    return {
      "title.en": "Night of the setar",
      "description.en": "Two players, one room, and the long night before them.",
      "venue.en": "Roudaki Hall",
      city: "tehran",
      startsAt: `${day}T20:00`,
      endsAt: `${day}T22:00`,
    };
  };

  it.each([
    [
      "en",
      "We kept your draft. To submit it, please confirm your email address.",
      "Send a new link",
    ],
    ["fa", "برای فرستادنش، لطفاً ایمیلتان را تأیید کنید", "فرستادن لینک تازه"],
  ])(
    "cannot submit an event: the form gives the reason in %s, offers the link again and keeps the input",
    async (language, why, again) => {
      const response = await me.post(`/events/create?lang=${language}`, {
        ...written(),
        intent: "submit",
      });
      expect(response.status).toBe(403);
      const html = await response.text();
      for (const text of [
        why,
        again,
        'value="resend"',
        'value="Night of the setar"',
        "Two players, one room",
        'value="Roudaki Hall"',
      ])
        expect([text, html.includes(text)]).toEqual([text, true]);
      expect(await db.$count(events, eq(events.creatorId, me.id))).toBe(0);
      // Their draft is kept.
      const kept = await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id));
      expect(kept.map(({ titleEn }) => titleEn)).toEqual(["Night of the setar"]);
    },
  );

  it("cannot publish a collection, new or old: the form gives the reason, offers the link again and keeps the input", async () => {
    const typed = {
      name: "Winter evenings",
      description: "For long nights.",
      color: "gol",
      icon: "map",
    };
    const made = await me.post("/collections/new", { ...typed, name: "My own", intent: "create" });
    const id = /collections\/([0-9a-f-]{36})/.exec(made.headers.get("Location") ?? "")?.[1] ?? "";
    for (const [path, intent] of [
      ["/collections/new?lang=en", "create"],
      [`/collections/${id}/edit?lang=en`, "save"],
    ] as const) {
      const response = await me.post(path, { ...typed, isPublic: "1", intent });
      expect([path, response.status]).toEqual([path, 403]);
      const html = await response.text();
      for (const text of [
        "To publish one, please confirm your email address",
        'value="resend"',
        'value="Winter evenings"',
        "For long nights.",
      ])
        expect([path, text, html.includes(text)]).toEqual([path, text, true]);
    }
    const own = await db.select().from(collections).where(eq(collections.ownerId, me.id));
    expect(own.filter(({ isPublic }) => isPublic)).toEqual([]);
    expect(own.map(({ name }) => name)).toContain("My own");
  });

  // docs/decisions/identity.md: drafts may have pictures.
  it("may upload pictures for drafts, which count against the quota", async () => {
    const bytes = createPng();
    const response = await SELF.fetch(`${ORIGIN}/api/v1/media`, {
      method: "POST",
      headers: { Authorization: await bearerOf(deps, me.id), "Content-Type": "image/png" },
      body: bytes,
    });
    expect(response.status).toBe(201);
    const { url } = await response.json<{ url: string }>();
    const saved = await me.post("/events/create", { ...written(), imageUrl: url, intent: "draft" });
    expect(saved.status).toBe(303);
    const draft = await db.select().from(eventDrafts).where(eq(eventDrafts.creatorId, me.id)).get();
    expect(draft?.values.imageUrl).toBe(new URL(url).pathname);
    const account = await db
      .select({ mediaBytes: users.mediaBytes })
      .from(users)
      .where(eq(users.id, me.id))
      .get();
    expect(account?.mediaBytes).toBeGreaterThan(0);
  });
});
