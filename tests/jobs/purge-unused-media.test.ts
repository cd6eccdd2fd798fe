import { env } from "cloudflare:test";
import { eq, sql } from "drizzle-orm";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { changePicture } from "../../app/modules/identity/users/profile-commands.server";
import { runJob, sweepJobs } from "../../app/modules/jobs/jobs.server";
import { unusedMediaPurge } from "../../app/modules/media/claim-media.server";
import { mediaKeyOf } from "../../app/modules/media/media-files";
import { storeEventMedia } from "../../app/modules/media/store-media.server";
import { beginPurges, measureBacklogs } from "../../app/modules/operations/purges.server";
import { approveEvent } from "../../app/modules/review/moderation/moderate-event.server";
import { cities, dailyCounts, jobs, media, notifications, users } from "../../db/schema";
import { jobSteps } from "../../worker/jobs/job-steps";
import { purges } from "../../worker/jobs/purges";
import { createCity } from "../factories/city";
import { createMp4, createPng } from "../factories/file";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { purgeAll } from "../helpers/purge";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const HOUR = 3_600_000;
let deps: TestDeps;
let me: Actor;

beforeEach(async () => {
  deps = createTestDeps();
  await deps.db.delete(media);
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  me = await addActor(deps);
});

const send = (actor = me) => storeEventMedia(deps, actor, "picture", new Blob([createPng()]));
const isThere = async (address: string) => {
  const key = mediaKeyOf(address) ?? "";
  const row = await deps.db.select({ key: media.key }).from(media).where(eq(media.key, key)).get();
  const object = await env.MEDIA.head(key);
  expect([address, row !== undefined]).toEqual([address, object !== null]);
  return object !== null;
};
const usedBy = async ({ id }: Actor) =>
  (await deps.db.select().from(users).where(eq(users.id, id)).get())?.mediaBytes;
const held = async ({ id }: Actor) => {
  const rows = await deps.db.select().from(media).where(eq(media.ownerId, id));
  return rows.reduce((sum, { bytes }) => sum + bytes, 0);
};

describe("the purge of files", () => {
  it("deletes unreferenced files after two days, and frees their quota once", async () => {
    const [replaced, used] = [await send(), await send()];
    await createDraft(deps, me, written({ imageUrl: used }));
    deps.pass(47 * HOUR);
    const young = await send();
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
    deps.pass(2 * HOUR);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(1);
    expect([await isThere(replaced), await isThere(used), await isThere(young)]).toEqual([
      false,
      true,
      true,
    ]);
    expect(await usedBy(me)).toBe(await held(me));
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
    expect(await usedBy(me)).toBe(createPng().byteLength * 2);
  });

  it("keeps files shown by a draft, an event, an edit or an avatar", async () => {
    const [drafted, shown, waiting] = [await send(), await send(), await send()];
    const film = await storeEventMedia(deps, me, "video", new Blob([createMp4()]));
    await createDraft(deps, me, written({ imageUrl: drafted }));
    const id = await createDraft(
      deps,
      me,
      written({ title: { en: "Another night", fa: null }, imageUrl: shown, videoUrl: film }),
    );
    await submitEvent(deps, me, id);
    await approveEvent(deps, await addActor(deps, "moderator"), id);
    // By the full URL, as an API client may send it.
    await saveEvent(deps, me, id, written({ imageUrl: `https://rooydad.test${waiting}` }));
    await changePicture(deps, me, createPng());
    deps.pass(72 * HOUR);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
    for (const address of [drafted, shown, waiting, film])
      expect(await isThere(address)).toBe(true);
  });

  it("keeps files that staff added to a user's event, even after they leave the staff", async () => {
    const id = await createDraft(deps, me, written());
    await submitEvent(deps, me, id);
    const moderator = await addActor(deps, "moderator");
    const [put, unused] = [await send(moderator), await send(moderator)];
    await saveEvent(deps, moderator, id, written({ imageUrl: put }));
    deps.pass(72 * HOUR);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
    await deps.db.update(users).set({ role: "user" }).where(eq(users.id, moderator.id));
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(1);
    expect([await isThere(put), await isThere(unused)]).toEqual([true, false]);
  });

  it("keeps a city's picture, even after its uploader leaves the staff", async () => {
    const moderator = await addActor(deps, "moderator");
    const put = await send(moderator);
    const [city] = await deps.db.select().from(cities).limit(1);
    await deps.db
      .update(cities)
      .set({ heroImageUrl: put })
      .where(eq(cities.id, city?.id ?? ""));
    await deps.db.update(users).set({ role: "user" }).where(eq(users.id, moderator.id));
    deps.pass(72 * HOUR);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
    expect(await isThere(put)).toBe(true);
    await deps.db.update(cities).set({ heroImageUrl: null });
  });

  it("covers every account", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => addActor(deps)));
    for (const person of people) await send(person);
    deps.pass(72 * HOUR);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(5);
    expect(await deps.db.select().from(media)).toEqual([]);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
  });

  it("deletes more files at once than a statement has parameters", async () => {
    for (let count = 0; count < 120; count += 1) await send();
    deps.pass(72 * HOUR);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(120);
    expect(await usedBy(me)).toBe(0);
  });

  it("changes nothing while the store is unavailable, and runs the next night", async () => {
    const unused = await send();
    deps.pass(72 * HOUR);
    const away = {
      ...deps,
      media: { ...deps.media, delete: () => Promise.reject(new Error("R2 is away")) },
    };
    await expect(purgeAll(away, unusedMediaPurge)).rejects.toThrow("R2 is away");
    expect(await usedBy(me)).toBe(await held(me));
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(1);
    expect(await isThere(unused)).toBe(false);
  });

  it("continues beyond one round; what a night leaves is reported as a backlog", async () => {
    const admin = await addActor(deps, "admin");
    for (const table of [jobs, dailyCounts, notifications]) await deps.db.delete(table);
    for (const method of ["log", "warn"] as const)
      vi.spyOn(console, method).mockImplementation(() => {});
    const used = await send();
    await createDraft(deps, me, written({ imageUrl: used }));
    await deps.db.run(sql`WITH RECURSIVE n(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM n WHERE at < 1200)
INSERT INTO media (id, key, owner_id, kind, content_type, bytes, created_at)
SELECT 'file-' || at, 'uploads/${sql.raw(me.id)}/' || at || '.png', ${me.id}, 'picture', 'image/png', 1, 0 FROM n`);
    await deps.db.run(sql`UPDATE users SET media_bytes = media_bytes + 1200 WHERE id = ${me.id}`);
    await beginPurges(deps);
    expect(await runJob(deps, jobSteps, "purge:unusedMedia", 1)).toBe("more");
    const left = await deps.db.$count(media);
    expect(left).toBeGreaterThan(600);
    // Only the files past the last round: the worker died, and the queue lost the message.
    deps.pass(72 * HOUR);
    const { rows, grown } = await measureBacklogs(deps, purges);
    expect(grown).toEqual(["unusedMedia"]);
    expect(rows).toBeGreaterThan(600);
    expect(rows).toBeLessThanOrEqual(left);
    const alerts = await deps.db
      .select()
      .from(notifications)
      .where(eq(notifications.kind, "purge-behind"));
    expect(alerts.map(({ userId }) => userId)).toContain(admin.id);
    await beginPurges(deps);
    while ((await sweepJobs(deps, jobSteps)).jobs > 0);
    expect((await deps.db.select().from(media)).map(({ key }) => key)).toEqual([mediaKeyOf(used)]);
    expect([await isThere(used), await usedBy(me), await deps.db.$count(jobs)]).toEqual([
      true,
      createPng().byteLength,
      0,
    ]);
    expect(await measureBacklogs(deps, purges)).toEqual({ rows: 0, grown: [] });
    for (const table of [dailyCounts, notifications]) await deps.db.delete(table);
    vi.restoreAllMocks();
  });

  it("is read by indexes", async () => {
    await send();
    deps.pass(72 * HOUR);
    const recording = recordDatabase(env.DB);
    await purgeAll({ ...deps, db: recording.db }, unusedMediaPurge);
    const scans: string[] = [];
    for (const { sql, parameters } of recording.statements) {
      const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .bind(...parameters)
        .all<{ detail: string }>();
      scans.push(
        ...results
          .map(({ detail }) => detail)
          .filter((detail) => /^SCAN (?!json_each|file|cities|CONSTANT)/.test(detail)),
      );
    }
    expect(scans).toEqual([]);
    expect(recording.statements.length).toBeGreaterThan(1);
  });
});
