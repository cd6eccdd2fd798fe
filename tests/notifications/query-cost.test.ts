import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { findNotifiedEvent } from "../../app/modules/events/present/notified-event.server";
import { deleteDueAccounts } from "../../app/modules/identity/users/delete-account.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { findAudience } from "../../app/modules/notifications/audience.server";
import {
  sendDigests,
  sendDueDigests,
} from "../../app/modules/notifications/digests/send-digests.server";
import { domainEventStatement } from "../../app/modules/notifications/domain-events.server";
import {
  expandDomainEvent,
  sweepDomainEvents,
} from "../../app/modules/notifications/expand-domain-event.server";
import {
  listDeadPushes,
  sweepPushes,
} from "../../app/modules/notifications/push/deliver-push.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { createRule } from "../../app/modules/notifications/rules/rule-commands.server";
import { getRule, reachOf } from "../../app/modules/notifications/rules/rules.server";
import { deleteNote, writeNote } from "../../app/modules/review/notes/notes.server";
import {
  eventNotes,
  notificationRules,
  notifications,
  RULE_AUDIENCES,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

/** Tables that are short by nature or cached by isolates, and values of the statement itself. */
const SHORT =
  /^SCAN ((cities|platform_settings|notification_rules|email_templates|feature_flags|json_each|wanted|found|k|m|u|j|value)\b|\(subquery|(\d+ )?CONSTANT)|VIRTUAL TABLE/;

async function scansOf(work: (deps: TestDeps) => Promise<unknown>): Promise<string[]> {
  const recording = recordDatabase(env.DB);
  const ids = { next: () => crypto.randomUUID() };
  await work({ ...createTestDeps(), ids, db: recording.db, push: { send: async () => {} } });
  const scans: string[] = [];
  for (const { sql, parameters } of recording.statements) {
    const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .bind(...parameters)
      .all<{ detail: string }>();
    for (const { detail } of results)
      if (detail.startsWith("SCAN ") && !SHORT.test(detail)) scans.push(`${detail} in ${sql}`);
  }
  return scans;
}

describe("the cost of notifications", () => {
  it("includes no full scan", async () => {
    const deps = createTestDeps();
    const city = await createCity(deps.db, { slug: "tehran" });
    const event = await createEvent(deps.db, {
      cityId: city.id,
      startsAt: TUESDAY + 20 * 3_600_000,
      saveCount: 1,
    });
    const user = await createUser(deps.db, {
      cities: ["tehran"],
      digestDueAt: TUESDAY,
      notificationPreferences: {
        emailEnabled: true,
        pushEnabled: true,
        categories: ["newEvents", "recommendations", "savedEvents"],
        frequency: "daily",
      },
    });
    for (const audience of RULE_AUDIENCES)
      expect(
        await scansOf((given) =>
          findAudience(
            given,
            { audience },
            { kind: "event-changed", eventId: event.id, actorId: null },
            "",
            100,
          ),
        ),
      ).toEqual([]);
    await deps.db.insert(notificationRules).values({
      key: "a.rule",
      name: "A rule",
      trigger: "event.new-in-city",
      audience: "city-followers",
      conditions: { cities: [], categories: [], featuredOnly: false },
      channels: ["in-app", "email", "push"],
      timing: "instant",
      capPerDay: 3,
      createdAt: 0,
      updatedAt: 0,
    });
    const actor = { id: user.id, role: "moderator", isVerified: true, sessionId: "none" } as const;
    const limited = await getRule(deps, actor, "a.rule");
    const about = await findNotifiedEvent(deps, event.id);
    expect(await scansOf((given) => reachOf(given, limited, "event-new-in-city", about))).toEqual(
      [],
    );
    for (const audience of ["city-followers", "interested"] as const) {
      const { version, key, isShipped, updatedAt, updatedBy, ...rule } = limited;
      const conditions = {
        cities: ["tehran"],
        categories: ["Concert" as const],
        featuredOnly: false,
      };
      const input = {
        ...rule,
        audience,
        conditions,
        key: `b.${audience}`,
        confirmedRecipients: null,
      };
      expect(
        await scansOf((given) =>
          createRule(given, actor, input).catch((error) => expect(error.code).toBe("conflict")),
        ),
      ).toEqual([]);
    }
    const { id, statement } = domainEventStatement(deps, {
      trigger: "event.new-in-city",
      kind: "event-new-in-city",
      eventId: event.id,
      actorId: null,
      values: { title: { en: "x", fa: null } },
      actionPath: "/",
      idempotencyKey: "cost",
    });
    await deps.db.batch([statement]);
    expect(await scansOf((given) => expandDomainEvent(given, id, 100))).toEqual([]);
    for (const work of [sweepDomainEvents, sweepMails, sweepPushes, remindSavers, sendDueDigests])
      expect(await scansOf(work)).toEqual([]);
    expect(
      await scansOf((given) => sendDigests(given, { frequency: "weekly", after: "" })),
    ).toEqual([]);
    const staff = { id: user.id, role: "admin", isVerified: true, sessionId: "none" } as const;
    await deps.db.update(users).set({ role: "admin" }).where(eq(users.id, user.id));
    const colleague = await createUser(deps.db, { role: "moderator", displayName: "Reza" });
    expect(await scansOf((given) => writeNote(given, staff, event.id, "@reza look"))).toEqual([]);
    const note = await deps.db.select().from(eventNotes).get();
    expect(await deps.db.$count(notifications, eq(notifications.userId, colleague.id))).toBe(1);
    expect(await scansOf((given) => deleteNote(given, staff, note?.id ?? ""))).toEqual([]);
    expect(await scansOf((given) => listDeadPushes(given, staff, null))).toEqual([]);
    expect(await scansOf((given) => exportAccount(given, staff))).toEqual([]);
    await deps.db.update(users).set({ deleteAfter: 1 }).where(eq(users.id, user.id));
    expect(await scansOf(deleteDueAccounts)).toEqual([]);
  });
});
