import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { readerOf } from "../../app/lib/dates/dates.server";
import { DAY } from "../../app/lib/dates/durations";
import type { Actor } from "../../app/lib/permissions";
import {
  claimHost,
  decideClaim,
  latestClaim,
  listWaitingClaims,
  managesHost,
  withdrawClaim,
} from "../../app/modules/hosts/claims/claims.server";
import { describeOwnHost } from "../../app/modules/hosts/claims/own-host.server";
import { countHostEvents } from "../../app/modules/hosts/host-events.server";
import { mergeHosts, moveHostEvents } from "../../app/modules/hosts/write-host.server";
import { deleteDueAccounts } from "../../app/modules/identity/users/delete-account.server";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { listNotifications } from "../../app/modules/notifications/queries.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { auditEntries, hostClaims, mails, organizers, users, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { emptyDatabase } from "../helpers/empty-database";
import { storeRule, WANTS_EVERYTHING } from "../helpers/notification-rules";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { queryPlansOf, recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let manager: Actor;
let moderator: Actor;
let hall: string;
let otherHall: string;

const WORDS = {
  statement: "I run the hall. Write to me at its own domain.",
  link: "https://vahdat.example/team",
};

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
  const { id: cityId } = await createCity(deps.db, {
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  manager = await addActor(deps, "user");
  moderator = await addActor(deps, "moderator");
  [hall, otherHall] = [deps.ids.next(), deps.ids.next()];
  const row = { cityId, searchKey: "", createdAt: 0, updatedAt: 0 };
  await deps.db.insert(venues).values([
    { ...row, id: hall, slug: "vahdat-hall", nameEn: "Vahdat Hall", nameFa: "تالار وحدت" },
    { ...row, id: otherHall, slug: "vahdat", nameEn: "Vahdat" },
  ]);
});

const waiting = () => listWaitingClaims(deps, moderator);
const statusOf = async (actor = manager, host = hall) =>
  (await latestClaim(deps, actor, host))?.status;
const isVerified = async (host = hall) => (await countHostEvents(deps, `venue:${host}`)).isVerified;
async function decide(reason: string | null) {
  const [found] = await waiting();
  await decideClaim(deps, moderator, found?.claim.id ?? "", reason);
  await deps.settle();
}
async function toldTo(actor: Actor) {
  const { items } = await listNotifications(deps, actor, { page: 1, pageSize: 20, isRead: null });
  return items.map((item) => {
    const { title, message } = notificationText(item, { ...readerOf("en"), timeZone: null });
    return `${title} · ${message}`;
  });
}
const audited = async (action: string) =>
  deps.db.$count(
    auditEntries,
    and(eq(auditEntries.action, action), eq(auditEntries.entityId, hall)),
  );

describe("a claim of a page", () => {
  it("is approved by staff: the claimant hears of it, is its verified manager and changes its text", async () => {
    await claimHost(deps, manager, hall, WORDS);
    expect(await waiting()).toMatchObject([
      {
        claim: WORDS,
        host: { nameEn: "Vahdat Hall", citySlug: "tehran" },
        claimant: { id: manager.id },
      },
    ]);
    expect([await isVerified(), await managesHost(deps, manager, hall)]).toEqual([false, false]);
    const about = {
      aboutEn: "The hall of the opera.",
      aboutFa: null,
      links: ["https://vahdat.example"],
    };
    expect(await failureOf(describeOwnHost(deps, manager, hall, about, 1))).toMatchObject({
      code: "forbidden",
    });
    await decide(null);
    expect([
      await isVerified(),
      await managesHost(deps, manager, hall),
      await managesHost(deps, manager, otherHall),
    ]).toEqual([true, true, false]);
    expect(await toldTo(manager)).toEqual([expect.stringMatching(/^You now manage Vahdat Hall/)]);
    await describeOwnHost(deps, manager, hall, about, 1);
    expect(await deps.db.select().from(venues).where(eq(venues.id, hall)).get()).toMatchObject({
      ...about,
      nameEn: "Vahdat Hall",
      version: 2,
    });
    expect(
      await failureOf(describeOwnHost(deps, manager, hall, { ...about, links: [] }, 1)),
    ).toMatchObject({ code: "conflict" });
    expect([
      await audited("claim.made"),
      await audited("claim.approved"),
      await audited("venue.updated"),
    ]).toEqual([1, 1, 1]);
    expect(await waiting()).toEqual([]);
  });

  it("is rejected with a reason, and can be made again", async () => {
    await claimHost(deps, manager, hall, WORDS);
    expect(await failureOf(decide(" no "))).toMatchObject({
      code: "invalid",
      issues: [{ path: "reason" }],
    });
    await decide("The address is not that of the hall.");
    expect(await toldTo(manager)).toEqual([
      "Claim not accepted: Vahdat Hall · The reason: The address is not that of the hall.",
    ]);
    expect([await statusOf(), await isVerified()]).toEqual(["rejected", false]);
    deps.pass(1_000);
    await claimHost(deps, manager, hall, WORDS);
    expect(await statusOf()).toBe("pending");
  });

  it("is decided by email too, with the reason, for those who want emails, and not while staff have switched the rule off", async () => {
    const mailed = async () =>
      (await deps.db.select().from(mails).where(eq(mails.userId, manager.id))).map(
        ({ kind }) => kind,
      );
    await claimHost(deps, manager, hall, WORDS);
    await decide("The address is not that of the hall.");
    const [mail] = await deps.db.select().from(mails).where(eq(mails.userId, manager.id));
    expect(mail).toMatchObject({
      kind: "claim-rejected",
      ruleKey: "hosts.decided",
      unsubscribes: "all",
    });
    expect(mail?.subject).toContain("Vahdat Hall");
    expect(mail?.text).toContain("The address is not that of the hall.");
    expect(mail?.text).toContain(`/account/pages/${hall}`);
    deps.pass(1_000);
    await deps.db.update(users).set({ preferredLanguage: "fa" }).where(eq(users.id, manager.id));
    await claimHost(deps, manager, hall, WORDS);
    await decide(null);
    expect(await mailed()).toEqual(["claim-rejected", "claim-approved"]);
    expect(
      (await deps.db.select().from(mails).where(eq(mails.kind, "claim-approved")).get())?.subject,
    ).toBe("ادارهٔ صفحهٔ تالار وحدت با شماست");
    await withdrawClaim(deps, manager, hall);
    deps.pass(1_000);
    await deps.db
      .update(users)
      .set({ notificationPreferences: { ...WANTS_EVERYTHING, emailEnabled: false } })
      .where(eq(users.id, manager.id));
    await claimHost(deps, manager, hall, WORDS);
    await decide(null);
    expect([(await mailed()).length, (await toldTo(manager)).length]).toEqual([2, 3]);
    await storeRule(deps, "hosts.decided", {
      trigger: "host.decided",
      audience: "creator",
      isActive: false,
    });
    deps.pass(1_000);
    await claimHost(deps, manager, otherHall, WORDS);
    await decide(null);
    expect((await toldTo(manager)).length).toBe(3);
  });

  it("is refused while the setting is off, without a verified address, and twice", async () => {
    expect(await failureOf(claimHost(deps, null, hall, WORDS))).toMatchObject({
      code: "unauthorized",
    });
    expect(
      await failureOf(claimHost(deps, { ...manager, isVerified: false }, hall, WORDS)),
    ).toMatchObject({ code: "forbidden" });
    expect(await failureOf(claimHost(deps, manager, "none", WORDS))).toMatchObject({
      code: "not-found",
    });
    await claimHost(deps, manager, hall, WORDS);
    expect(await failureOf(claimHost(deps, manager, hall, WORDS))).toMatchObject({
      code: "conflict",
    });
    await decide(null);
    expect(await failureOf(claimHost(deps, manager, hall, WORDS))).toMatchObject({
      code: "conflict",
    });
    await changeSettings(deps, "features", { enableHostClaims: false }, null);
    expect(await failureOf(claimHost(deps, manager, otherHall, WORDS))).toMatchObject({
      code: "forbidden",
    });
    expect(await managesHost(deps, manager, hall)).toBe(true);
  });

  it("is one of five in seven days, withdrawn ones too", async () => {
    for (let at = 0; at < 5; at += 1) {
      deps.pass(1_000);
      await claimHost(deps, manager, hall, WORDS);
      await withdrawClaim(deps, manager, hall);
    }
    expect(await failureOf(claimHost(deps, manager, hall, WORDS))).toMatchObject({
      code: "too-many-requests",
    });
    deps.pass(7 * DAY);
    await claimHost(deps, manager, hall, WORDS);
    expect(await statusOf()).toBe("pending");
  });

  it("is decided by other staff than the claimant, once, and not after it was withdrawn", async () => {
    await claimHost(deps, moderator, hall, WORDS);
    expect(await failureOf(decide(null))).toMatchObject({ code: "forbidden" });
    const [found] = await waiting();
    const id = found?.claim.id ?? "";
    expect(await failureOf(decideClaim(deps, manager, id, null))).toMatchObject({
      code: "forbidden",
    });
    await withdrawClaim(deps, moderator, hall);
    const other = await addActor(deps, "moderator");
    expect(await failureOf(decideClaim(deps, other, id, null))).toMatchObject({ code: "conflict" });
    expect(await failureOf(withdrawClaim(deps, moderator, hall))).toMatchObject({
      code: "not-found",
    });
  });

  it("ends with its manager's word or account, moves with a merged page, and is in their export", async () => {
    await claimHost(deps, manager, otherHall, WORDS);
    await decide(null);
    await mergeHosts(deps, moderator, otherHall, hall);
    await moveHostEvents(deps, { kind: "venue", from: otherHall, into: hall });
    expect([await managesHost(deps, manager, hall), await isVerified()]).toEqual([true, true]);
    expect(await exportAccount(deps, manager)).toMatchObject({
      pageClaims: [{ hostId: hall, status: "approved" }],
    });
    await withdrawClaim(deps, manager, hall);
    expect([await managesHost(deps, manager, hall), await isVerified()]).toEqual([false, false]);
    await deps.db
      .update(users)
      .set({ deleteAfter: deps.clock.now() })
      .where(eq(users.id, manager.id));
    await deleteDueAccounts(deps);
    expect(await deps.db.$count(hostClaims)).toBe(0);
  });

  it("is found by an index: the queue, the badge and the manager", async () => {
    await deps.db.delete(organizers);
    const recording = recordDatabase(env.DB);
    const given = { ...deps, db: recording.db };
    await listWaitingClaims(given, moderator);
    await countHostEvents(given, `venue:${hall}`);
    await managesHost(given, manager, hall);
    await latestClaim(given, manager, hall);
    const plans = await queryPlansOf(env.DB, {
      ...recording,
      statements: recording.statements.filter(({ sql }) => /host_claims/.test(sql)),
    });
    expect(plans.join("\n")).toContain("host_claims_waiting");
    expect(plans.join("\n")).toContain("host_claims_approved");
    expect(plans.filter((plan) => /^SCAN host_claims$/.test(plan))).toEqual([]);
  });
});
