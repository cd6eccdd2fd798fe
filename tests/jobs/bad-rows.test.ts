import { eq, sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { DAY, HOUR } from "../../app/lib/dates/durations";
import type { JobMessage } from "../../app/lib/deps";
import type { Actor } from "../../app/lib/permissions";
import { topUpSeries } from "../../app/modules/authoring/advance-series.server";
import { digestHosts } from "../../app/modules/hosting/digest-hosts.server";
import { sweepRegistrations } from "../../app/modules/hosting/sweep-registrations.server";
import { sweepRuns } from "../../app/modules/intake/ingestion/process-run.server";
import {
  fetchRemotePictures,
  retryRemotePicture,
} from "../../app/modules/intake/pictures/fetch-remote-pictures.server";
import { beginSourceChecks } from "../../app/modules/intake/sources/begin-checks.server";
import { sweepMails } from "../../app/modules/mail/deliver-mail.server";
import { sendDueDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { domainEventStatement } from "../../app/modules/notifications/domain-events.server";
import {
  retryRecipient,
  sweepDomainEvents,
} from "../../app/modules/notifications/expand-domain-event.server";
import { sweepPushes } from "../../app/modules/notifications/push/deliver-push.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import {
  deadLetters,
  digests,
  domainEvents,
  events as eventRows,
  ingestionRuns,
  mails,
  notifications,
  pushes,
  pushSubscriptions,
  registrations,
  remotePictures,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createPng } from "../factories/file";
import { createRegistration, hostEvent } from "../factories/hosting";
import { createSource } from "../factories/source";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { answerForOthers, pictureAnswer } from "../helpers/other-sites";
import { ruleOf } from "../helpers/schedule-of";
import { createTestDeps, type TestDeps, TUESDAY } from "../helpers/test-deps";

const NOWHERE = "Nowhere/Land";
const PEOPLE = 120;

let deps: TestDeps;
let cityId: string;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  for (const level of ["warn", "error"] as const)
    vi.spyOn(console, level).mockImplementation(() => {});
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});
afterEach(() => vi.restoreAllMocks());

/**
 * Many accounts: one that the database refuses to write for, and one whose time zone is unknown and
 * read as none.
 */
async function people(changes: Partial<typeof users.$inferInsert> = {}) {
  const ids: string[] = [];
  for (let at = 0; at < PEOPLE; at++)
    ids.push(
      (
        await createUser(deps.db, {
          cities: ["tehran"],
          notificationPreferences: WANTS_EVERYTHING,
          timeZone: "Asia/Tehran",
          ...changes,
        })
      ).id,
    );
  const bad = ids[37] ?? "";
  await deps.db
    .update(users)
    .set({ timeZone: NOWHERE })
    .where(eq(users.id, ids[38] ?? ""));
  return { ids, bad };
}

/** Lets the database refuse to write one row, like a violated constraint. */
async function failsOn(
  table: string,
  condition: string,
  work: () => Promise<unknown>,
  writing: "UPDATE" | "INSERT" = "UPDATE",
) {
  await deps.db.run(
    sql.raw(
      `CREATE TRIGGER a_bad_row BEFORE ${writing} ON ${table} WHEN ${condition} BEGIN SELECT RAISE(ABORT, 'a bad row'); END`,
    ),
  );
  await work().finally(() => deps.db.run(sql`DROP TRIGGER a_bad_row`));
}

const letters = () => deps.db.select().from(deadLetters);

describe("one bad row", () => {
  it("among digests goes to the dead letters with its error; the other 119 are sent, and staff can retry it", async () => {
    await createEvent(deps.db, { cityId, startsAt: TUESDAY + 2 * DAY, categories: ["Concert"] });
    const { bad } = await people({
      notificationPreferences: { ...WANTS_EVERYTHING, frequency: "daily" },
    });
    await deps.db.update(users).set({ digestDueAt: TUESDAY - 1 });
    await failsOn(
      "digests",
      `new.user_id = '${bad}'`,
      async () => expect(await sendDueDigests(deps)).toMatchObject({ sent: PEOPLE - 1 }),
      "INSERT",
    );
    expect(await letters()).toMatchObject([
      {
        queue: "digests",
        body: { type: "digests.send", reader: bad },
        error: expect.stringMatching(/a bad row/i),
      },
    ]);
    // It does not block the next run either.
    expect(await sendDueDigests(deps)).toEqual({ sent: 0, empty: 0, goesOn: false });
    await deps.db
      .update(users)
      .set({ digestDueAt: TUESDAY - 1 })
      .where(eq(users.id, bad));
    await sendDueDigests(deps);
    expect(await deps.db.select().from(digests)).toHaveLength(PEOPLE);
  });

  it("among the recipients of a domain event goes to the dead letters; all others are notified, and the event is done", async () => {
    const { id: eventId } = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY + 10 * DAY,
      creatorId: null,
    });
    await deps.db.update(users).set({ role: "user" });
    const { ids, bad } = await people({ role: "moderator" });
    await storeRule(deps, "staff.flagged", { isActive: false });
    await storeRule(deps, "event.flagged.all", {
      trigger: "event.flagged",
      audience: "staff",
      channels: ["in-app", "email"],
      quietHours: { from: "23:00", to: "23:30" },
    });
    const cause = domainEventStatement(deps, {
      trigger: "event.flagged",
      kind: "event-flagged",
      eventId,
      actorId: null,
      values: { title: { en: "x", fa: null } },
      actionPath: null,
      idempotencyKey: "bad-rows",
    });
    await cause.statement;
    await failsOn(
      "notifications",
      `new.user_id = '${bad}'`,
      async () => {
        for (let turn = 0; turn < 3; turn++) await sweepDomainEvents(deps);
      },
      "INSERT",
    );
    const told = await deps.db.selectDistinct({ id: notifications.userId }).from(notifications);
    expect(told).toHaveLength(ids.length - 1);
    expect((await deps.db.select().from(domainEvents).get())?.doneAt).not.toBeNull();
    const [letter, ...more] = await letters();
    expect(letter).toMatchObject({
      body: { type: "news.tell", cause: cause.id, person: bad },
      error: expect.stringMatching(/a bad row/i),
    });
    expect(more).toEqual([]);
    await retryRecipient(deps, letter?.body as Parameters<typeof retryRecipient>[1]);
    expect(
      await deps.db.select().from(notifications).where(eq(notifications.userId, bad)),
    ).toHaveLength(1);
  });

  it("among domain events fails alone; the next one is processed", async () => {
    const { id } = await createUser(deps.db, {});
    for (const key of ["bad", "good"]) {
      const event = await createEvent(deps.db, {
        cityId,
        startsAt: TUESDAY + 10 * DAY,
        creatorId: id,
        status: "approved",
      });
      const order = {
        trigger: "event.approved",
        kind: "event-approved",
        eventId: event.id,
        actorId: null,
      } as const;
      await domainEventStatement(deps, {
        ...order,
        values: { title: { en: key, fa: null } },
        actionPath: null,
        idempotencyKey: key,
      }).statement;
    }
    await failsOn("notification_causes", "old.idempotency_key = 'bad'", async () => {
      expect(await sweepDomainEvents(deps)).toEqual({ domainEvents: 2, failed: 1 });
    });
    expect(await deps.db.select({ id: notifications.id }).from(notifications)).toHaveLength(1);
  });

  it("in the outbox is given up with its error; the others are sent", async () => {
    const { id } = await createUser(deps.db, {
      email: "sara@example.com",
      emailVerifiedAt: 1,
      notificationPreferences: WANTS_EVERYTHING,
    });
    const mail = (name: string) => ({
      ...{
        id: `019b0000-0000-7000-9000-0000000000${name}`,
        idempotencyKey: name,
        kind: "event-approved",
        userId: id,
      },
      ...{
        toAddress: "sara@example.com",
        locale: "en" as const,
        subject: name,
        text: "t",
        html: "h",
        createdAt: 1,
        dueAt: 1,
      },
    });
    await deps.db
      .insert(mails)
      .values([{ ...mail("01"), unsubscribes: "all" }, mail("02"), mail("03")]);
    await deps.db.run(sql`UPDATE users SET notification_preferences = '{broken' WHERE id = ${id}`);
    expect(await sweepMails(deps)).toEqual({ sent: 2, failed: 1 });
    expect(deps.mailed.map(({ subject }) => subject).sort()).toEqual(["02", "03"]);
    const [bad] = await deps.db.select().from(mails).where(eq(mails.subject, "01"));
    expect(bad).toMatchObject({ status: "dead", lastError: expect.stringContaining("JSON") });
  });

  it("among push notifications is given up with its error; the others are sent", async () => {
    const { id: userId } = await createUser(deps.db, {});
    await deps.db.insert(pushSubscriptions).values({
      id: "browser",
      userId,
      endpoint: "https://push.example/1",
      p256dh: "p",
      auth: "a",
      locale: "en",
      createdAt: 1,
    });
    const row = {
      subscriptionId: "browser",
      userId,
      kind: "event-approved",
      payload: { title: "x" },
      dueAt: 1,
      createdAt: 1,
    };
    await deps.db
      .insert(pushes)
      .values(["bad", "good"].map((id) => ({ ...row, id, idempotencyKey: id })));
    const pushed: string[] = [];
    const push = { send: async (_: unknown, payload: string) => void pushed.push(payload) };
    await failsOn("pushes", "old.id = 'bad' AND new.status = 'sending'", async () => {
      expect(await sweepPushes({ ...deps, push })).toEqual({ sent: 1, failed: 1 });
    });
    expect(pushed).toHaveLength(1);
    const left = await deps.db
      .select({ id: pushes.id, status: pushes.status, lastError: pushes.lastError })
      .from(pushes)
      .orderBy(pushes.id);
    expect(left).toMatchObject([
      { status: "dead", lastError: expect.any(String) },
      { status: "sent" },
    ]);
  });

  it("among ingestion runs fails alone; the next one is processed", async () => {
    const run = (id: string) => ({
      ...{
        id,
        cityId,
        month: "2026-12",
        provider: "gemini" as const,
        categories: [],
        eventsCount: 0,
        idempotencyKey: id,
      },
      ...{ creatorId: "x", dueAt: 1, createdAt: 1, updatedAt: 1 },
    });
    await deps.db.insert(ingestionRuns).values([run("bad"), run("good")]);
    await failsOn("ingestion_runs", "old.id = 'bad' AND new.status = 'running'", () =>
      sweepRuns(deps),
    );
    const rows = await deps.db
      .select({ status: ingestionRuns.status })
      .from(ingestionRuns)
      .orderBy(ingestionRuns.id);
    expect(rows).toEqual([{ status: "failed" }, { status: "completed" }]);
  });

  it("among pictures to fetch goes to the dead letters with its error; later ones are fetched, and staff can retry it", async () => {
    const { id: ownerId } = await createUser(deps.db, {});
    const ids = ["bad", "b", "c", "d", "good"];
    const events = new Map<string, string>();
    answerForOthers(
      Object.fromEntries(
        ids.map((id) => [
          `https://pictures.rooydad-tests.org/${id}.png`,
          () => pictureAnswer(createPng()),
        ]),
      ),
    );
    for (const [at, id] of ids.entries()) {
      const url = `https://pictures.rooydad-tests.org/${id}.png`;
      const event = await createEvent(deps.db, {
        cityId,
        startsAt: TUESDAY + DAY,
        creatorId: ownerId,
        imageUrl: url,
      });
      events.set(id, event.id);
      await deps.db
        .insert(remotePictures)
        .values({ id, kind: "event", entityId: event.id, url, ownerId, dueAt: at, createdAt: 0 });
    }
    const pictureOf = async (name: string) =>
      (
        await deps.db
          .select()
          .from(eventRows)
          .where(eq(eventRows.id, events.get(name) ?? ""))
      )[0]?.imageUrl ?? null;

    await failsOn("remote_pictures", "old.id = 'bad'", async () => {
      expect(await fetchRemotePictures(deps)).toEqual({ fetched: 4, dropped: 0 });
    });
    for (const name of ids.slice(1)) expect(await pictureOf(name)).toMatch(/^\/media\//);
    const found = await letters();
    expect(found).toMatchObject([
      {
        queue: "remote-pictures",
        body: { type: "picture.fetch", id: "bad" },
        error: expect.stringContaining("a bad row"),
      },
    ]);
    expect(await fetchRemotePictures(deps)).toEqual({ fetched: 0, dropped: 0 });

    for (const { body } of found)
      await retryRemotePicture(
        deps,
        (body as Extract<JobMessage, { type: "picture.fetch" }>).picture,
      );
    expect(await fetchRemotePictures(deps)).toEqual({ fetched: 1, dropped: 0 });
    expect(await pictureOf("bad")).toMatch(/^\/media\//);
  });

  it("among pictures to fetch that the store refuses goes to the dead letters after six attempts, and keeps its address", async () => {
    const { id: ownerId } = await createUser(deps.db, {});
    const url = "https://pictures.rooydad-tests.org/poster.png";
    answerForOthers({ [url]: () => pictureAnswer(createPng()) });
    const event = await createEvent(deps.db, {
      cityId,
      startsAt: TUESDAY + DAY,
      creatorId: ownerId,
      imageUrl: url,
    });
    await deps.db
      .insert(remotePictures)
      .values({ id: "p", kind: "event", entityId: event.id, url, ownerId, dueAt: 0, createdAt: 0 });
    const full = {
      ...deps,
      media: { ...deps.media, put: () => Promise.reject(new Error("The bucket is full.")) },
    };
    for (let turn = 0; turn < 6; turn++) {
      expect(await letters()).toEqual([]);
      expect(await fetchRemotePictures(full)).toEqual({ fetched: 0, dropped: 0 });
      deps.pass(HOUR);
    }
    expect(await letters()).toMatchObject([
      { body: { type: "picture.fetch", id: "p" }, error: "The bucket is full." },
    ]);
    expect(await deps.db.$count(remotePictures)).toBe(0);
    expect((await deps.db.select().from(eventRows))[0]?.imageUrl).toBe(url);
  });

  it("among what the clock tells guests and hosts holds up no other", async () => {
    const hour = (hours: number) => deps.clock.now() + hours * HOUR;
    /** A showing of a host of its own. */
    const showing = async (startsAt: number, capacity: number | null = null) => {
      const host = await createUser(deps.db, { emailVerifiedAt: 1 });
      const event = await createEvent(deps.db, { cityId, startsAt, creatorId: host.id });
      return { host: host.id, occ: await hostEvent(deps.db, event.id, { capacity }) };
    };
    const told = async (kind: string) =>
      (await deps.db.select().from(mails).where(eq(mails.kind, kind))).map(
        (mail) => mail.userId ?? mail.toAddress,
      );
    const pair = (occ: readonly [string, string], row: Parameters<typeof createRegistration>[2]) =>
      Promise.all(occ.map((one) => createRegistration(deps.db, one, row)));
    const sweep = () => sweepRegistrations(deps);

    const soon = await showing(hour(20));
    const [bad, good] = await pair([soon.occ, soon.occ], { state: "going", confirmedAt: 1 });
    await failsOn("registrations", `new.reminded_at IS NOT NULL AND old.id = '${bad}'`, sweep);
    expect(await told("rsvpReminder")).toHaveLength(1);
    expect(
      (
        await deps.db
          .select()
          .from(registrations)
          .where(eq(registrations.id, good ?? ""))
          .get()
      )?.remindedAt,
    ).not.toBeNull();

    const [first, second] = [await showing(hour(99), 1), await showing(hour(99), 1)];
    await pair([first.occ, second.occ], { state: "waitlisted", confirmedAt: 1 });
    await failsOn("registrations", `new.state = 'offered' AND old.occ = '${first.occ}'`, sweep);
    expect(await told("rsvpOffer")).toHaveLength(1);
    await sweep();
    expect(await told("rsvpOffer")).toHaveLength(2);

    const late = await showing(hour(2), 5);
    const [silent] = await pair([late.occ, late.occ], { state: "waitlisted", confirmedAt: 1 });
    await failsOn("mails", `new.idempotency_key = 'rsvpOpenToAll:${silent}'`, sweep, "INSERT");
    expect(await told("rsvpOpenToAll")).toHaveLength(1);

    const joins = { state: "going" as const, changedAt: deps.clock.now() };
    for (const id of await pair([first.occ, second.occ], {}))
      await deps.db.update(registrations).set(joins).where(eq(registrations.id, id));
    deps.pass(DAY);
    await failsOn(
      "mails",
      `new.kind = 'rsvpDigest' AND new.user_id = '${first.host}'`,
      async () => expect(await digestHosts(deps)).toEqual({ digests: 1 }),
      "INSERT",
    );
    expect(await told("rsvpDigest")).toEqual([second.host]);
  });

  it("among events to remind of, of sources to check and of series to continue holds up no other", async () => {
    const saver = await createUser(deps.db, { emailVerifiedAt: 1 });
    const actor = {
      id: saver.id,
      role: "user",
      isVerified: true,
      sessionId: "s",
    } as unknown as Actor;
    const saved = await Promise.all(
      [1, 2].map(() => createEvent(deps.db, { cityId, startsAt: TUESDAY + 20 * HOUR })),
    );
    for (const { id } of saved) await saveFavourite(deps, actor, id);
    await failsOn(
      "notification_causes",
      `new.event_id = '${saved[0]?.id}' AND new.kind = 'event-reminder'`,
      async () => expect(await remindSavers(deps)).toEqual({ reminders: 1 }),
      "INSERT",
    );
    expect(await remindSavers(deps)).toEqual({ reminders: 1 });

    const urls = ["https://one.example/a.ics", "https://two.example/a.ics"];
    const [source] = await Promise.all(
      urls.map((url) => createSource(deps, { cityId, creatorId: saver.id, url })),
    );
    await failsOn(
      "source_checks",
      `new.source_id = '${source}'`,
      async () => expect(await beginSourceChecks(deps)).toEqual({ checks: 1 }),
      "INSERT",
    );

    const start = "2026-12-10T18:00";
    const schedule = ruleOf({ frequency: "weekly", start, end: "2026-12-10T20:00" });
    const series = await Promise.all(
      [1, 2].map(() => createEvent(deps.db, { cityId, startsAt: Date.parse("2026-12-10T14:30Z") })),
    );
    for (const { id } of series)
      await deps.db.update(eventRows).set({ schedule }).where(eq(eventRows.id, id));
    await failsOn("events", `old.id = '${series[0]?.id}'`, async () =>
      expect(await topUpSeries(deps)).toEqual({ toppedUp: 1 }),
    );
    expect(await topUpSeries(deps)).toEqual({ toppedUp: 1 });
  });
});
