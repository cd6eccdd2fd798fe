import { and, desc, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DEFAULT_UX } from "../../app/lib/pages/ux";
import type { Role } from "../../app/lib/permissions";
import { deleteFlag, updateFlag } from "../../app/modules/settings/flags/flag-commands.server";
import { type FlagReader, flagsIn } from "../../app/modules/settings/flags/flags.server";
import {
  changeSettings,
  platformOf,
  settingsOf,
} from "../../app/modules/settings/platform-settings.server";
import { DEFAULT_SETTINGS, SETTINGS_GROUPS } from "../../app/modules/settings/schema";
import { changeUx } from "../../app/modules/settings/ux-settings.server";
import { forgetSiteState, siteState } from "../../app/modules/store/content-version.server";
import { auditEntries, featureFlags, platformSettings } from "../../db/schema";
import { bearerOf, createUser } from "../factories/user";
import { ask, askJson } from "../helpers/api-client";
import { addActor } from "../helpers/organizers";
import { failureOf, issuesOf } from "../helpers/people";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

let deps = createTestDeps();
const worker = workerDeps();

const as = async (role: Role) => ({
  Authorization: await bearerOf(worker, (await createUser(worker.db, { role })).id),
});
const actor = (role: Role) => addActor(deps, role);
const lastEntry = (entity: string, entityId: string) =>
  deps.db
    .select()
    .from(auditEntries)
    .where(and(eq(auditEntries.entity, entity), eq(auditEntries.entityId, entityId)))
    .orderBy(desc(auditEntries.createdAt), desc(auditEntries.id))
    .get();

interface Stamped {
  values: Record<string, unknown>;
  defaults: Record<string, unknown>;
  updatedAt: string | null;
  updatedBy: { id: string; displayName: string } | null;
}
interface Refusal {
  code: string;
  issues?: { path: string; message: string }[];
}

beforeEach(async () => {
  // Test ids restart for each test, but entries of the audit log stay.
  deps = { ...createTestDeps(), ids: { next: () => crypto.randomUUID() } };
  await deps.db.batch([
    deps.db.delete(platformSettings),
    deps.db.delete(featureFlags),
    deps.db.delete(auditEntries),
  ]);
  forgetSiteState(worker);
});

describe("platform settings", () => {
  it("are the defaults, changed by no one, before the first change", async () => {
    const headers = await as("admin");
    for (const group of SETTINGS_GROUPS) {
      const { status, body } = await askJson<Stamped>(`/admin/platform-settings/${group}`, {
        headers,
      });
      expect([group, status]).toEqual([group, 200]);
      expect(body).toEqual({
        values: DEFAULT_SETTINGS[group],
        defaults: DEFAULT_SETTINGS[group],
        updatedAt: null,
        updatedBy: null,
      });
    }
  });

  it.each([
    [
      "/admin/platform-settings/moderation",
      { minReportsForAutoFlag: 4 },
      { minReportsForAutoFlag: 6 },
    ],
    ["/admin/ux-settings", { delightful: { confetti: false } }, { delightful: { confetti: true } }],
  ])("%s: are not overwritten by a save with an older version", async (path, first, second) => {
    const headers = await as("admin");
    const put = (body: object, ifMatch?: string) =>
      askJson<Stamped & Refusal>(path, {
        method: "PUT",
        headers: { ...headers, ...(ifMatch && { "If-Match": ifMatch }) },
        body,
      });
    const begun = await put({ ...first, updatedAt: null });
    expect([begun.status, typeof begun.body.updatedAt]).toEqual([200, "string"]);
    expect([
      (await put({ ...second, updatedAt: null })).status,
      (await put(second, '"null"')).status,
    ]).toEqual([409, 412]);
    const late = await put(second, '"2026-01-01T00:00:00.000Z"');
    expect([late.status, late.body.code]).toEqual([412, "precondition-failed"]);
    expect([
      (await put(second, "yesterday")).status,
      (await put({ ...second, updatedAt: "yesterday" })).status,
    ]).toEqual([412, 422]);
    expect((await askJson<Stamped>(path, { headers })).body.values).toEqual(begun.body.values);
    const done = await put(second, `"${begun.body.updatedAt}"`);
    expect([done.status, (await put({ ...first, updatedAt: done.body.updatedAt })).status]).toEqual(
      [200, 200],
    );
  });

  it("given some values, keep the others, apply at once, and record who changed what", async () => {
    const admin = await createUser(worker.db, { role: "admin", displayName: "Nasrin" });
    const headers = { Authorization: await bearerOf(worker, admin.id) };
    const { status, body } = await askJson<Stamped>("/admin/platform-settings/moderation", {
      method: "PUT",
      headers,
      body: { minReportsForAutoFlag: 5 },
    });
    expect(status).toBe(200);
    expect(body.values).toEqual({
      autoApproveEvents: false,
      minReportsForAutoFlag: 5,
      maxAutoFlagsPerHour: 5,
    });
    expect(body.updatedBy).toEqual({ id: admin.id, displayName: "Nasrin" });
    expect((await settingsOf(workerDeps())).moderation.minReportsForAutoFlag).toBe(5);
    expect(await lastEntry("platform-settings", "moderation")).toMatchObject({
      actorId: admin.id,
      action: "platform-settings.changed",
      metadata: { before: { minReportsForAutoFlag: 3 }, after: { minReportsForAutoFlag: 5 } },
    });
    const row = await deps.db.select().from(platformSettings).get();
    // Only differences from the defaults are stored, so that changed defaults take effect.
    expect(row?.values).toEqual({ minReportsForAutoFlag: 5 });
  });

  it.each([
    ["content", { titleMin: 60, titleMax: 20 }, "titleMax", /minimum/],
    ["storage", { storageQuotaMb: -5 }, "storageQuotaMb", /from 1 to/],
    ["security", { passwordMinLength: "ten" }, "passwordMinLength", /from 8 to 64/],
    ["branding", { primaryColor: "teal" }, "primaryColor", /#RRGGBB/],
    ["branding", { companyName: { en: "", fa: "بزم" } }, "companyName.en", /required/],
    [
      "notifications",
      { adminNotificationEmail: "nobody" },
      "adminNotificationEmail",
      /email address/,
    ],
    ["features", { openTheGates: true }, "openTheGates", /field doesn’t exist/],
    ["analytics", { samplingRate: 12.5 }, "samplingRate", /from 0 to 100/],
  ])(
    "given %s with %j, answer 422 with the issue and change nothing",
    async (group, body, path, message) => {
      const headers = await as("owner");
      const answer = await askJson<Refusal>(`/admin/platform-settings/${group}`, {
        method: "PUT",
        headers,
        body,
      });
      expect(answer.status).toBe(422);
      expect(answer.body.issues).toEqual([{ path, message: expect.stringMatching(message) }]);
      expect(await deps.db.select().from(platformSettings)).toEqual([]);
      expect(await lastEntry("platform-settings", group)).toBeUndefined();
    },
  );

  it("of an unknown group answer 404, to moderators for every group", async () => {
    const headers = await as("admin");
    expect((await askJson("/admin/platform-settings/weather", { headers })).status).toBe(404);
    expect(
      (await askJson("/admin/platform-settings/constructor", { method: "PUT", headers, body: {} }))
        .status,
    ).toBe(404);
    expect(
      (await askJson("/admin/platform-settings/weather", { headers: await as("moderator") }))
        .status,
    ).toBe(403);
  });

  it("given two saves with the same version, answer conflict to the second", async () => {
    const [one, other] = [await actor("admin"), await actor("owner")];
    await changeSettings(deps, "moderation", { minReportsForAutoFlag: 4 }, one, null);
    const failure = await failureOf(
      changeSettings(deps, "moderation", { minReportsForAutoFlag: 9 }, other, null),
    );
    expect(failure.code).toBe("conflict");
    expect((await settingsOf(deps)).moderation.minReportsForAutoFlag).toBe(4);
  });

  it("given two concurrent saves, store one, with one audit entry", async () => {
    const actors = [await actor("admin"), await actor("owner")];
    const outcomes = await Promise.allSettled(
      actors.map((by, index) =>
        changeSettings(deps, "moderation", { minReportsForAutoFlag: 7 + index }, by, null),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const entries = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.entity, "platform-settings"));
    expect(entries).toHaveLength(1);
    expect(entries[0]?.metadata.after).toEqual({
      minReportsForAutoFlag: (await settingsOf(deps)).moderation.minReportsForAutoFlag,
    });
  });

  it("given the stored values again, write nothing and keep cached pages", async () => {
    const by = await actor("admin");
    const siteVersion = async () => (await siteState(deps)).versions.get("site") ?? 0;
    const before = await siteVersion();
    expect(await changeSettings(deps, "moderation", { autoApproveEvents: false }, by)).toBe(false);
    forgetSiteState(deps);
    expect(await siteVersion()).toBe(before);
    expect(await changeSettings(deps, "moderation", { autoApproveEvents: true }, by)).toBe(true);
    expect(await siteVersion()).toBe(before + 1);
  });

  it("refuse the command itself to a moderator", async () => {
    expect(
      (
        await failureOf(
          changeSettings(deps, "features", { maintenanceMode: true }, await actor("moderator")),
        )
      ).code,
    ).toBe("forbidden");
  });
});

describe("UX settings", () => {
  it("given some switches, keep the others, and are visible to moderators", async () => {
    const { status, body } = await askJson<Stamped>("/admin/ux-settings", {
      method: "PUT",
      headers: await as("admin"),
      body: { delightful: { confetti: false } },
    });
    expect(status).toBe(200);
    expect(body.values).toEqual({
      ...DEFAULT_UX,
      delightful: { confetti: false, greetings: true },
    });
    const seen = await askJson<Stamped>("/admin/ux-settings", { headers: await as("moderator") });
    expect(seen.body).toMatchObject({ values: body.values, defaults: DEFAULT_UX });
    expect(await lastEntry("ux-settings", "ux")).toMatchObject({
      metadata: {
        before: { delightful: { confetti: true } },
        after: { delightful: { confetti: false } },
      },
    });
  });

  it.each([
    [{ delightful: { confetti: "no" } }],
    [{ delightful: { fireworks: true } }],
    [{ weather: { rain: true } }],
    [{ animations: null }],
  ])("given %j, answer 422 and stay on", async (body) => {
    const answer = await askJson<Refusal>("/admin/ux-settings", {
      method: "PUT",
      headers: await as("admin"),
      body,
    });
    expect(answer.status).toBe(422);
    expect((await platformOf(workerDeps())).ux).toEqual(DEFAULT_UX);
  });

  it("given two saves with the same version, answer conflict to the second", async () => {
    await changeUx(deps, { mascot: { enabled: false } }, await actor("admin"), null);
    expect(
      (await failureOf(changeUx(deps, { mascot: { haptics: false } }, await actor("admin"), null)))
        .code,
    ).toBe("conflict");
    expect((await failureOf(changeUx(deps, {}, await actor("moderator")))).code).toBe("forbidden");
  });
});

describe("feature flags", () => {
  const flagsFor = async (reader: FlagReader) => flagsIn(await platformOf(workerDeps()), reader);
  const input = {
    key: "discover.moods",
    description: "Events by mood",
    isOn: true,
    roles: ["owner", "admin"],
    languages: ["fa"],
  };

  it("known to the code can be created, read and changed, each change recorded", async () => {
    const headers = await as("admin");
    const made = await askJson<Record<string, unknown>>("/admin/feature-flags", {
      method: "POST",
      headers,
      body: input,
    });
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...input,
        roles: ["admin", "owner"],
        percentage: 100,
        version: 1,
        updatedAt: expect.any(String),
        updatedBy: expect.objectContaining({ displayName: expect.any(String) }),
      },
    ]);
    const path = `/admin/feature-flags/${input.key}`;
    const changed = await askJson(path, {
      method: "PUT",
      headers,
      body: { percentage: 20, version: 1 },
    });
    expect(changed.body).toMatchObject({
      percentage: 20,
      version: 2,
      isOn: true,
      languages: ["fa"],
    });
    expect(await lastEntry("feature-flag", input.key)).toMatchObject({
      action: "feature-flag.changed",
      metadata: { before: { percentage: 100 }, after: { percentage: 20 } },
    });
    const list = await askJson<{ items: { key: string; version: number }[] }>(
      "/admin/feature-flags",
      { headers: await as("moderator") },
    );
    expect(list.body.items.map(({ key, version }) => [key, version])).toEqual([[input.key, 2]]);
    expect((await askJson(path, { headers })).body).toEqual(changed.body);
  });

  it("unknown to the code are refused with 422, naming the known ones, and nothing is stored", async () => {
    const answer = await askJson<Refusal>("/admin/feature-flags", {
      method: "POST",
      headers: await as("admin"),
      body: { key: "map.clusters" },
    });
    expect([answer.status, answer.body.issues]).toEqual([
      422,
      [{ path: "key", message: "The product has no flag with this key. It has: discover.moods." }],
    ]);
    expect(await deps.db.select().from(featureFlags)).toEqual([]);
  });

  it("can be deleted; the product then uses their shipped values", async () => {
    const headers = await as("admin");
    const path = "/admin/feature-flags/discover.moods";
    expect(
      (await askJson(path, { method: "PUT", headers, body: { isOn: false } })).body,
    ).toMatchObject({ isOn: false, version: 1 });
    expect(await flagsFor({ locale: "en", user: null })).toEqual([]);
    expect((await ask(path, { method: "DELETE", headers })).status).toBe(204);
    expect((await ask(path, { method: "DELETE", headers })).status).toBe(404);
    expect(await flagsFor({ locale: "en", user: null })).toEqual(["discover.moods"]);
  });

  it("given two concurrent deletions, record one and answer conflict to the second", async () => {
    const admin = await actor("admin");
    await updateFlag(deps, admin, "discover.moods", { isOn: false });
    const outcomes = await Promise.allSettled([
      deleteFlag(deps, admin, "discover.moods"),
      deleteFlag(deps, admin, "discover.moods"),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { code: "not-found" },
    });
    const recorded = await deps.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, "feature-flag.deleted"));
    expect(recorded).toHaveLength(1);
  });

  it.each([
    [
      "a key with spaces",
      { key: "map clusters" },
      "key",
      "A key may contain only letters, digits, dots, hyphens and underscores.",
    ],
    [
      "a Persian key",
      { key: "نقشه" },
      "key",
      "A key may contain only letters, digits, dots, hyphens and underscores.",
    ],
    [
      "a key of dots",
      { key: ".." },
      "key",
      "A key may contain only letters, digits, dots, hyphens and underscores.",
    ],
    ["no key", {}, "key", "This is required."],
    ["more than all", { key: "a", percentage: 101 }, "percentage", "A whole number from 0 to 100."],
    [
      "an invalid role",
      { key: "a", roles: ["king"] },
      "roles.0",
      "This value isn’t possible here.",
    ],
    ["an invalid field", { key: "a", colour: "red" }, "colour", "This field doesn’t exist."],
  ])("given %s, answer 422", async (_, body, path, message) => {
    const answer = await askJson<Refusal>("/admin/feature-flags", {
      method: "POST",
      headers: await as("admin"),
      body,
    });
    expect([answer.status, answer.body.issues]).toEqual([422, [{ path, message }]]);
  });

  it("with a taken key or an old version answer 409", async () => {
    const headers = await as("admin");
    const post = (body: object) =>
      askJson<Refusal>("/admin/feature-flags", { method: "POST", headers, body });
    expect((await post({ key: "discover.moods" })).status).toBe(201);
    expect((await post({ key: "discover.moods" })).status).toBe(409);
    const put = (version: number) =>
      askJson("/admin/feature-flags/discover.moods", {
        method: "PUT",
        headers,
        body: { isOn: true, version },
      });
    expect((await put(1)).status).toBe(200);
    expect((await put(1)).status).toBe(409);
  });

  it("depend on role, language and share of the reader, and treat all visitors alike", async () => {
    const row = {
      description: "",
      isOn: true,
      percentage: 100,
      roles: [],
      languages: [],
      createdAt: 0,
      updatedAt: 0,
    };
    await deps.db.insert(featureFlags).values([
      { ...row, key: "for.all" },
      { ...row, key: "for.half", percentage: 50 },
      { ...row, key: "for.staff", roles: ["moderator", "admin"] },
      { ...row, key: "in.persian", languages: ["fa"] },
      { ...row, key: "off", isOn: false },
    ]);
    const of = (user: { id: string; role: Role } | null, locale: "en" | "fa" = "en") =>
      flagsFor({ user, locale });
    expect(await of(null)).toEqual(["discover.moods", "for.all"]);
    expect(await of(null, "fa")).toEqual(["discover.moods", "for.all", "in.persian"]);
    expect(await of({ id: "x", role: "moderator" })).toContain("for.staff");
    const people = await Promise.all(
      Array.from({ length: 200 }, (_, at) => of({ id: `person-${at}`, role: "user" })),
    );
    const share = people.filter((flags) => flags.includes("for.half")).length;
    expect(share).toBeGreaterThan(70);
    expect(share).toBeLessThan(130);
    expect(people.every((flags) => !flags.includes("for.staff") && !flags.includes("off"))).toBe(
      true,
    );
  });
});

describe("contradicting values", () => {
  it("are each named beside their field", async () => {
    expect(
      await issuesOf(
        changeSettings(
          deps,
          "content",
          { titleMin: 90, titleMax: 50, venueMin: 90, venueMax: 40 },
          null,
        ),
      ),
    ).toEqual({
      titleMax: "errors:issue.minimumAboveMaximum",
      venueMax: "errors:issue.minimumAboveMaximum",
    });
  });
});
