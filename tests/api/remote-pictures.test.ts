import { env } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { getOwnEvent, ownEventValues } from "../../app/modules/authoring/find-own-event.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { updateCity } from "../../app/modules/cities/write-city.server";
import { fetchRemotePictures } from "../../app/modules/intake/pictures/fetch-remote-pictures.server";
import { fileTypeOf, mediaKeyOf } from "../../app/modules/media/media-files";
import {
  cities,
  eventDrafts,
  eventRevisions,
  events,
  ingestionCandidates,
  ingestionRuns,
  media,
  notifications,
  platformSettings,
  remotePictures,
  users,
} from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createJpeg, createMp4, createPng } from "../factories/file";
import { createPhoto } from "../factories/photo";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { answerForOthers, pictureAnswer } from "../helpers/other-sites";
import { issuesOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const POSTER = "https://pictures.rooydad-tests.org/poster.jpg";
const GONE = "https://pictures.rooydad-tests.org/gone.jpg";

let deps: TestDeps;
let me: Actor;
beforeEach(async () => {
  deps = createTestDeps();
  await deps.db.delete(notifications);
  await deps.db.delete(remotePictures);
  await deps.db.delete(media);
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  me = await addActor(deps);
});
afterEach(() => vi.restoreAllMocks());

async function storedBytes(address: string | null) {
  const object = await env.MEDIA.get(mediaKeyOf(address) ?? "");
  return new Uint8Array((await object?.arrayBuffer()) ?? new ArrayBuffer(0));
}
const pictureOf = async (id: string) => ownEventValues(await getOwnEvent(deps, me, id)).imageUrl;

describe("a picture URL of an organizer", () => {
  it("is fetched, stripped of metadata and stored under our own address, whatever its headers say", async () => {
    const { asked } = answerForOthers({
      [POSTER]: () => pictureAnswer(createJpeg({ orientation: 6 }), "text/html"),
    });
    const picture = await pictureOf(await createDraft(deps, me, written({ imageUrl: POSTER })));
    expect(picture).toMatch(new RegExp(`^/media/uploads/${me.id}/[0-9a-f-]+\\.jpg$`));
    const bytes = await storedBytes(picture);
    expect([fileTypeOf(bytes), new TextDecoder("latin1").decode(bytes).includes("GPS")]).toEqual([
      "jpg",
      false,
    ]);
    expect(asked).toEqual([POSTER]);
  });

  it("is shrunk to 1600 pixels before it is stored", async () => {
    const large = await createPhoto(1_000, 2_000);
    answerForOthers({ [POSTER]: () => pictureAnswer(large) });
    const picture = await pictureOf(await createDraft(deps, me, written({ imageUrl: POSTER })));
    const bytes = await storedBytes(picture);
    expect([picture?.endsWith(".jpg"), bytes.length < large.length * 4]).toEqual([true, true]);
  });

  it.each([
    ["nothing answers", GONE, undefined],
    ["it is gone", POSTER, () => new Response("", { status: 404 })],
    [
      "it is a page",
      POSTER,
      () =>
        pictureAnswer(
          new TextEncoder().encode("<svg onload=alert(1)>") as Uint8Array<ArrayBuffer>,
          "image/png",
        ),
    ],
    ["it is a film", POSTER, () => pictureAnswer(createMp4(), "image/png")],
    [
      "it is larger than the settings allow",
      POSTER,
      () => pictureAnswer(new Uint8Array(6 * 1_048_576)),
    ],
    ["it unfolds into too many pixels", POSTER, () => pictureAnswer(createPng(20_000, 20_000))],
    [
      "it sends on into a private network [S-97]",
      POSTER,
      () => new Response(null, { status: 302, headers: { Location: "http://10.0.0.1/a.png" } }),
    ],
    ["its name is private", "https://intranet.local/a.png", undefined],
  ])("is refused beside its field if %s", async (_, imageUrl, answer) => {
    answerForOthers(answer ? { [POSTER]: answer } : {});
    expect(Object.keys(await issuesOf(createDraft(deps, me, written({ imageUrl }))))).toEqual([
      "imageUrl",
    ]);
    expect(await deps.db.$count(media)).toBe(0);
  });

  it("is fetched once for an edit too", async () => {
    const { asked } = answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    const id = await createDraft(deps, me, written({}));
    await saveEvent(deps, me, id, written({ imageUrl: POSTER }));
    const picture = await pictureOf(id);
    await saveEvent(deps, me, id, written({ imageUrl: picture }));
    expect([await pictureOf(id), asked]).toEqual([picture, [POSTER]]);
  });

  it("is dropped if it is our generated cover, and becomes a path if it is an upload's full address", async () => {
    const { asked } = answerForOthers({});
    const cover = await createDraft(
      deps,
      me,
      written({ imageUrl: "https://rooydad.example/covers/2C4B86/1.svg" }),
    );
    expect([await pictureOf(cover), asked]).toEqual([null, []]);
  });

  it("is fetched for a city too", async () => {
    answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    const moderator = await addActor(deps, "moderator");
    await updateCity(deps, moderator, "tehran", { heroImageUrl: POSTER });
    const city = await deps.db.select().from(cities).where(eq(cities.slug, "tehran")).get();
    expect(city?.heroImageUrl).toMatch(/^\/media\/uploads\//);
    await expect(
      updateCity(deps, moderator, "tehran", { heroImageUrl: GONE }),
    ).rejects.toMatchObject({
      issues: [{ path: "heroImageUrl" }],
    });
  });
});

describe("the job that fetches pictures from other sites", () => {
  const queue = (
    kind: "event" | "city" | "user" | "setting",
    entityId: string,
    url: string,
    ownerId: string | null = me.id,
  ) =>
    deps.db
      .insert(remotePictures)
      .values({ id: deps.ids.next(), kind, entityId, url, ownerId, dueAt: 0, createdAt: 0 });
  const cityId = async () => (await deps.db.select().from(cities).get())?.id ?? "";

  it("replaces the old addresses in the event, its edit and the draft", async () => {
    answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    const event = await createEvent(deps.db, {
      cityId: await cityId(),
      startsAt: deps.clock.now(),
      creatorId: me.id,
      imageUrl: POSTER,
    });
    await deps.db.insert(eventRevisions).values({
      eventId: event.id,
      authorId: me.id,
      values: { ...written({}), imageUrl: POSTER },
      createdAt: 0,
      updatedAt: 0,
    });
    const draft = await createDraft(deps, me, written({}));
    await deps.db.update(eventDrafts).set({ values: { ...written({}), imageUrl: POSTER } });
    await queue("event", event.id, POSTER);
    await queue("event", draft, POSTER);

    expect(await fetchRemotePictures(deps)).toEqual({ fetched: 2, dropped: 0 });
    const [row] = await deps.db.select().from(events);
    const [revision] = await deps.db.select().from(eventRevisions);
    expect(row?.imageUrl).toMatch(/^\/media\/uploads\//);
    expect([revision?.values.imageUrl, await deps.db.$count(remotePictures)]).toEqual([
      row?.imageUrl,
      0,
    ]);
    expect(await pictureOf(draft)).toMatch(/^\/media\/uploads\//);
    expect(await fetchRemotePictures(deps)).toEqual({ fetched: 0, dropped: 0 });
  });

  it("tries a silent site three times, then removes the address and notifies the author once", async () => {
    const { asked } = answerForOthers({});
    const event = await createEvent(deps.db, {
      cityId: await cityId(),
      startsAt: deps.clock.now(),
      creatorId: me.id,
      imageUrl: GONE,
    });
    await queue("event", event.id, GONE);
    for (const wait of [0, 11 * 60_000, 2 * 3_600_000, 0]) {
      deps.pass(wait);
      await fetchRemotePictures(deps);
    }
    expect(asked).toEqual([GONE, GONE, GONE]);
    expect((await deps.db.select().from(events).get())?.imageUrl).toBeNull();
    const told = await deps.db.select().from(notifications);
    expect(told.map(({ userId, kind, actionPath }) => [userId, kind, actionPath])).toEqual([
      [me.id, "picture-dropped", `/events/${event.id}/edit`],
    ]);
    expect(deps.notified.map(({ notification }) => notification.en.message)).toEqual([
      "We couldn’t get its picture from pictures.rooydad-tests.org, so we removed it. You can upload it here instead.",
    ]);
  });

  it("removes at once what is not a picture", async () => {
    answerForOthers({
      [POSTER]: () => new Response("<html>", { headers: { "Content-Type": "image/png" } }),
    });
    const event = await createEvent(deps.db, {
      cityId: await cityId(),
      startsAt: deps.clock.now(),
      creatorId: me.id,
      imageUrl: POSTER,
    });
    await queue("event", event.id, POSTER);
    expect(await fetchRemotePictures(deps)).toEqual({ fetched: 0, dropped: 1 });
  });

  it("leaves a newer picture alone, and stores no file then", async () => {
    answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    const event = await createEvent(deps.db, {
      cityId: await cityId(),
      startsAt: deps.clock.now(),
      creatorId: me.id,
      imageUrl: "/media/a.png",
    });
    await queue("event", event.id, POSTER);
    await fetchRemotePictures(deps);
    expect([
      (await deps.db.select().from(events).get())?.imageUrl,
      await deps.db.$count(media),
    ]).toEqual(["/media/a.png", 0]);
  });

  it("stores pictures of editorial events, cities and the site as the staff's, outside any user's quota", async () => {
    answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    const owner = await addActor(deps, "owner");
    const event = await createEvent(deps.db, {
      cityId: await cityId(),
      startsAt: deps.clock.now(),
      creatorId: null,
      imageUrl: POSTER,
    });
    await deps.db.update(cities).set({ heroImageUrl: POSTER });
    await deps.db
      .insert(platformSettings)
      .values({ group: "seo", values: {}, updatedAt: 1 })
      .onConflictDoNothing();
    await queue("event", event.id, POSTER, null);
    await queue("city", await cityId(), POSTER, null);
    await queue("setting", "seo", POSTER, null);
    expect(await fetchRemotePictures(deps)).toEqual({ fetched: 3, dropped: 0 });
    const files = await deps.db.select().from(media);
    expect(files.map(({ kind, ownerId }) => [kind, ownerId])).toEqual(
      Array(3).fill(["editorial", owner.id]),
    );
    expect(
      (await deps.db.select().from(users).where(eq(users.id, owner.id)).get())?.mediaBytes,
    ).toBe(0);
    expect(
      (await deps.db.select().from(platformSettings).where(eq(platformSettings.group, "seo")).get())
        ?.values,
    ).toMatchObject({
      defaultOgImageUrl: expect.stringMatching(/^\/media\//),
    });
    await deps.db.delete(platformSettings);
  });

  it("stores the provider's picture for a new account", async () => {
    answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    await queue("user", me.id, POSTER);
    await fetchRemotePictures(deps);
    expect((await deps.db.select().from(users).where(eq(users.id, me.id)).get())?.photoUrl).toMatch(
      new RegExp(`^/media/users/${me.id}/`),
    );
  });
});

describe("pictures of other sites from before migration 0016", () => {
  const statements = (env.TEST_MIGRATIONS ?? [])
    .find(({ name }) => name.startsWith("0016_"))
    ?.queries.filter((query) => /^(?:INSERT|UPDATE) /m.test(query));
  const addressOf = (name: string) => `https://pictures.rooydad-tests.org/${name}.jpg`;

  it("are listed once for the job, each with its owner", async () => {
    const owner = await addActor(deps, "owner");
    const startsAt = deps.clock.now();
    const [city] = await deps.db
      .update(cities)
      .set({ heroImageUrl: addressOf("city") })
      .returning();
    const event = await createEvent(deps.db, {
      cityId: city?.id ?? "",
      startsAt,
      creatorId: me.id,
      imageUrl: addressOf("event"),
    });
    const own = await createEvent(deps.db, {
      cityId: city?.id ?? "",
      startsAt,
      creatorId: me.id,
      imageUrl: "/media/uploads/a.png",
    });
    for (const [eventId, imageUrl] of [
      [event.id, addressOf("event")],
      [own.id, addressOf("revision")],
    ] as const)
      await deps.db.insert(eventRevisions).values({
        eventId,
        authorId: owner.id,
        values: { ...written({}), imageUrl },
        createdAt: 0,
        updatedAt: 0,
      });
    const draft = await createDraft(deps, me, written({}));
    await deps.db
      .update(eventDrafts)
      .set({ values: { ...written({}), imageUrl: addressOf("draft") } });
    await deps.db
      .update(users)
      .set({ photoUrl: addressOf("user") })
      .where(eq(users.id, me.id));
    await deps.db.insert(platformSettings).values({
      ...{ group: "seo", updatedAt: 1, updatedBy: owner.id },
      values: { defaultOgImageUrl: addressOf("setting"), titleTemplate: "kept" },
    });
    const run = {
      cityId: city?.id ?? "",
      month: "2026-12",
      provider: "gemini" as const,
      categories: [],
      eventsCount: 2,
      dueAt: 0,
    };
    await deps.db.insert(ingestionRuns).values({
      ...run,
      id: "run",
      idempotencyKey: "run",
      creatorId: owner.id,
      createdAt: 0,
      updatedAt: 0,
    });
    for (const [position, status] of (["flagged", "rejected"] as const).entries())
      await deps.db.insert(ingestionCandidates).values({
        ...{
          id: status,
          runId: "run",
          position,
          values: { imageUrl: addressOf(status) },
          status,
          findings: [],
          createdAt: 0,
          updatedAt: 0,
        },
      });
    const read = await createEvent(deps.db, {
      cityId: city?.id ?? "",
      startsAt,
      creatorId: null,
      imageUrl: addressOf("read"),
    });
    await deps.db.update(events).set({ ingestionRunId: "run" }).where(eq(events.id, read.id));

    expect(statements).toHaveLength(8);
    await env.DB.batch((statements ?? []).map((statement) => env.DB.prepare(statement)));
    const rows = await deps.db.select().from(remotePictures);
    const listed = rows.map(({ kind, entityId, url, ownerId, dueAt }) => [
      kind,
      entityId,
      url,
      ownerId,
      dueAt,
    ]);
    expect(listed.sort()).toEqual(
      [
        ["event", event.id, addressOf("event"), me.id, 0],
        ["event", read.id, addressOf("read"), owner.id, 0],
        ["event", own.id, addressOf("revision"), owner.id, 0],
        ["event", draft, addressOf("draft"), me.id, 0],
        ["candidate", "flagged", addressOf("flagged"), owner.id, 0],
        ["city", city?.id, addressOf("city"), null, 0],
        ["user", me.id, addressOf("user"), me.id, 0],
        ["setting", "seo", addressOf("setting"), owner.id, 0],
      ].sort(),
    );
    const seo = await deps.db
      .select()
      .from(platformSettings)
      .where(eq(platformSettings.group, "seo"))
      .get();
    expect(seo?.values).toEqual({ titleTemplate: "kept" });
  });
});
