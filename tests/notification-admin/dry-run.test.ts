import { eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import { findNotifiedEvent } from "../../app/modules/events/present/notified-event.server";
import { previewDigest } from "../../app/modules/notifications/digests/preview-digest.server";
import { enqueueDomainEvent } from "../../app/modules/notifications/domain-events.server";
import {
  newEventDomainEvent,
  planDomainEvent,
} from "../../app/modules/notifications/event-domain-events.server";
import { countUnread } from "../../app/modules/notifications/queries.server";
import type { Rule } from "../../app/modules/notifications/rules/active-rules.server";
import { reachOf } from "../../app/modules/notifications/rules/rules.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import {
  cityNotifications,
  collectionEvents,
  collections,
  digestItems,
  events,
  mails,
  notifications,
  pushes,
  pushSubscriptions,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

let deps: TestDeps;
let cityId: string;
let slug: string;

/** Differences from a user who receives everything immediately on every channel. */
const PEOPLE: Readonly<Record<string, Partial<typeof users.$inferInsert>>> = {
  usual: {},
  creator: {},
  capped: {},
  deactivated: { isActive: false },
  unconfirmed: { emailVerifiedAt: null },
  addressless: { email: null, emailVerifiedAt: null },
  refused: { mailRefusedAt: 1 },
  mailless: { notificationPreferences: { ...WANTS_EVERYTHING, emailEnabled: false } },
  pushless: { notificationPreferences: { ...WANTS_EVERYTHING, pushEnabled: false } },
  unticked: { notificationPreferences: { ...WANTS_EVERYTHING, categories: ["recommendations"] } },
  weekly: {
    notificationPreferences: { ...WANTS_EVERYTHING, frequency: "weekly" },
    digestDueAt: TUESDAY + 6 * DAY,
  },
  daily: {
    notificationPreferences: { ...WANTS_EVERYTHING, frequency: "daily" },
    digestDueAt: TUESDAY + HOUR,
  },
};

beforeEach(async () => {
  deps = { ...createTestDeps(), push: { send: async () => {} } };
  await emptyDatabase();
  ({ id: cityId, slug } = await createCity(deps.db));
});

const CASES = {
  "a new event": {
    trigger: "event.new-in-city",
    audience: "city-followers",
    kind: "event-new-in-city",
    others: "interested.new-event",
  },
  "a cancelled one": {
    trigger: "event.cancelled",
    audience: "savers",
    kind: "event-cancelled",
    others: "savers.cancelled",
  },
} as const;

const RULES: Readonly<Record<string, Partial<Rule>>> = {
  "every way at once": {},
  "at most one a day": { capPerDay: 1 },
  "with the daily digest": { timing: "daily" },
  "with the weekly digest": { timing: "weekly" },
  "by mail alone": { channels: ["email"] },
  "by push alone, at most one a day": { channels: ["push"], capPerDay: 1 },
};

/**
 * Users of each kind who follow the city and saved the event, with a browser each; their kind by
 * id.
 */
async function addPeople(eventId: string, ruleKey: string): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const [name, changes] of Object.entries(PEOPLE)) {
    const { id } = await createUser(deps.db, {
      cities: [slug],
      notificationPreferences: WANTS_EVERYTHING,
      timeZone: "Asia/Tehran",
      ...changes,
    });
    names.set(id, name);
    const collectionId = deps.ids.next();
    await deps.db.batch([
      deps.db.insert(collections).values({
        id: collectionId,
        ownerId: id,
        name: "",
        color: "saffron",
        icon: "heart",
        isDefault: true,
        createdAt: 0,
        updatedAt: 0,
      }),
      deps.db.insert(collectionEvents).values({ collectionId, eventId, position: 0, createdAt: 0 }),
      deps.db.insert(pushSubscriptions).values({
        id: deps.ids.next(),
        userId: id,
        endpoint: `https://push.example/${id}`,
        p256dh: "p",
        auth: "a",
        locale: "fa",
        createdAt: 0,
      }),
    ]);
    if (name === "creator")
      await deps.db.update(events).set({ creatorId: id }).where(eq(events.id, eventId));
    if (name === "capped")
      await deps.db.insert(mails).values({
        id: deps.ids.next(),
        idempotencyKey: `news:${deps.ids.next()}:${id}:email`,
        kind: "event-changed",
        userId: id,
        toAddress: "capped@rooydad.example",
        locale: "en",
        subject: "Before",
        text: "",
        html: "",
        isSecret: false,
        ruleKey,
        dueAt: 0,
        createdAt: deps.clock.now(),
      });
  }
  return names;
}

const WAYS = ["in-app", "email", "email-digest", "push"];

/** Channels on which each user was actually notified. */
async function toldWays(names: Map<string, string>): Promise<Record<string, string[]>> {
  const told = new Map<string, string[]>();
  const note = (way: string, rows: readonly { userId: string | null }[]) => {
    for (const { userId } of rows) {
      const name = names.get(userId ?? "") ?? "nobody that the test knows";
      told.set(name, [...(told.get(name) ?? []), way]);
    }
  };
  const sent = (await deps.db.select().from(mails)).filter(({ subject }) => subject !== "Before");
  note("in-app", await deps.db.select().from(notifications));
  note("email", sent);
  note("email-digest", await deps.db.select().from(digestItems));
  note("push", await deps.db.select().from(pushes));
  // City news is one row for all; each reader's list and digest merge it
  // (city-notifications.test.ts).
  const readers = (await deps.db.select().from(users)).filter(({ isActive }) => isActive);
  const finds = async (isFound: (reader: typeof users.$inferSelect) => Promise<boolean>) => {
    const found = [];
    for (const reader of readers) if (await isFound(reader)) found.push({ userId: reader.id });
    return found;
  };
  if ((await deps.db.$count(cityNotifications)) > 0) {
    const actorOf = ({ id, role }: typeof users.$inferSelect) => ({
      id,
      role,
      isVerified: true,
      sessionId: "none",
    });
    note("in-app", await finds(async (reader) => (await countUnread(deps, actorOf(reader))) > 0));
    // A day before every reader's week begins, so that the weekly digests are next.
    deps.pass(5 * DAY);
    note(
      "email-digest",
      await finds(async (reader) =>
        (await previewDigest(deps, reader)).sections.some(
          ({ heading }) => heading === "New in your cities and interests",
        ),
      ),
    );
  }
  for (const [name, ways] of told)
    told.set(
      name,
      ways.toSorted((a, b) => WAYS.indexOf(a) - WAYS.indexOf(b)),
    );
  return Object.fromEntries(told);
}

describe("the dry run of a rule", () => {
  const table = Object.keys(CASES).flatMap((of) =>
    Object.keys(RULES).flatMap((how) => [true, false].map((on) => [of, how, on] as const)),
  );

  it.each(table)(
    "of %s, sent %s, with emails on: %s, predicts what each kind of recipient gets",
    async (of, how, mailsAreOn) => {
      const { trigger, audience, kind, others } = CASES[of as keyof typeof CASES];
      const event = await createEvent(deps.db, {
        cityId,
        startsAt: TUESDAY + (of === "a new event" ? 20 : 3) * DAY,
        publishedAt: null,
      });
      const shape: Partial<Rule> = {
        trigger,
        audience,
        channels: ["in-app", "email", "push"],
        ...RULES[how],
      };
      const rule = await storeRule(deps, "a.rule", shape);
      for (const key of [others, ...(of === "a new event" ? ["followers.new-event"] : [])])
        await storeRule(deps, key, { ...shape, isActive: false });
      await changeSettings(deps, "notifications", { enableEmailNotifications: mailsAreOn }, null);
      const names = await addPeople(event.id, rule.key);

      const { people, total } = await reachOf(
        deps,
        rule,
        kind,
        await findNotifiedEvent(deps, event.id),
      );
      const said = Object.fromEntries(people.map(({ id, ways }) => [names.get(id), ways]));
      expect(total).toBe(people.length);

      const row = await deps.db.select().from(events).where(eq(events.id, event.id)).get();
      if (!row) throw new Error("The event is not there.");
      const cancelCause = (event: typeof row) => {
        const times = {
          allDay: false,
          timeZone: event.timeZone,
          city: null,
          oldStartsAt: event.startsAt,
          startsAt: event.startsAt,
        };
        const by = { decisionId: deps.ids.next(), actorId: deps.ids.next() };
        const change = {
          plan: "cancel" as const,
          message: "We are sorry.",
          times,
          dueAt: deps.clock.now(),
        };
        const { id, statement } = planDomainEvent(deps, event, change, by);
        return { statements: [statement], dispatch: () => enqueueDomainEvent(deps, id) };
      };
      const cause =
        of === "a new event"
          ? newEventDomainEvent(deps, row, "approved", { nameEn: "Tehran", nameFa: null })
          : cancelCause(row);
      const [first, ...rest] = cause.statements;
      if (!first) throw new Error("Nobody is told.");
      await deps.db.batch([first, ...rest]);
      await cause.dispatch();
      expect(said).toEqual(await toldWays(names));
      expect(Object.keys(said)).not.toContain("deactivated");
      if (of === "a new event") expect(Object.keys(said)).not.toContain("creator");
    },
  );
});
