import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { deleteMedia } from "../../app/modules/media/claim-media.server";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { DEFAULT_SETTINGS } from "../../app/modules/settings/schema";
import { media, users } from "../../db/schema";
import { createGif, createJpeg, createMp4, createPng } from "../factories/file";
import { bearerOf, createUser } from "../factories/user";
import { askJson } from "../helpers/api-client";
import { workerDeps } from "../helpers/worker-deps";

const MB = 1_048_576;
const deps = workerDeps();
const { db } = deps;

const tokenOf = async (userId: string) => ({ Authorization: await bearerOf(deps, userId) });

let id: string;
let headers: Record<string, string>;
beforeEach(async () => {
  await db.delete(media);
  const user = await createUser(db, {});
  id = user.id;
  headers = await tokenOf(id);
});
afterEach(async () => {
  await changeSettings(deps, "storage", DEFAULT_SETTINGS.storage, null);
});

interface Answer {
  id: string;
  url: string;
  bytes: number;
  contentType: string;
  issues?: { path: string; message: string }[];
}
async function send(
  body: BodyInit,
  { type = "application/octet-stream", query = "", more = {} as Record<string, string> } = {},
) {
  const response = await SELF.fetch(`http://rooydad.test/api/v1/media${query}`, {
    method: "POST",
    headers: { ...headers, ...(type && { "Content-Type": type }), ...more },
    body,
  });
  return { status: response.status, body: (await response.json()) as Answer };
}
const sendForm = async (fields: Record<string, File | string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const request = new Request("http://rooydad.test/", { method: "POST", body: form });
  return send(await request.arrayBuffer(), { type: request.headers.get("Content-Type") ?? "" });
};
const usedOf = async () =>
  (await db.select({ used: users.mediaBytes }).from(users).where(eq(users.id, id)).get())?.used;

/** The beginning of an endless film. */
function endless() {
  const chunk = new Uint8Array(MB);
  let begun = false;
  return new ReadableStream({
    pull(controller) {
      controller.enqueue(begun ? chunk : createMp4().subarray(0, -12));
      if (!begun)
        controller.enqueue(Uint8Array.from([0, 0, 0, 0, ...new TextEncoder().encode("mdat")]));
      begun = true;
    },
  });
}

describe("POST /api/v1/media", () => {
  test.each([
    ["a JPEG", createJpeg({ orientation: 6 }), "image/jpeg"],
    ["a PNG", createPng(), "image/png"],
    ["a GIF", createGif(), "image/gif"],
    ["an MP4", createMp4(), "video/mp4"],
  ])(
    "given %s as the body, stores it without location or device and answers 201",
    async (_what, file, contentType) => {
      const { status, body } = await send(file);
      expect(status).toBe(201);
      expect(body).toMatchObject({ id: expect.any(String), contentType });
      const stored = await SELF.fetch(body.url);
      expect(stored.headers.get("Content-Type")).toBe(contentType);
      const bytes = new Uint8Array(await stored.arrayBuffer());
      expect(bytes.byteLength).toBe(body.bytes);
      expect(String.fromCharCode(...bytes)).not.toMatch(/GPS|35\.7/);
      expect(await usedOf()).toBe(body.bytes);
      expect(await db.select().from(media)).toMatchObject([
        { id: body.id, ownerId: id, bytes: body.bytes, contentType },
      ]);
    },
  );

  test("given a form, takes its file, whatever name and type it declares", async () => {
    const file = new File([createPng()], "../../evil.svg", { type: "image/svg+xml" });
    const { status, body } = await sendForm({ kind: "picture", file });
    expect([status, body.contentType]).toEqual([201, "image/png"]);
    expect(new URL(body.url).pathname).toMatch(
      /^\/media\/uploads\/[0-9a-f-]+\/[0-9a-f-]{36}\.png$/,
    );
  });

  test.each<[string, () => ReturnType<typeof send>, number, string | null]>([
    ["an SVG", () => send("<svg onload=alert(1)/>", { type: "image/svg+xml" }), 415, null],
    [
      "HTML under the type of a picture [S-95]",
      () => send("<!doctype html>", { type: "image/png" }),
      415,
      null,
    ],
    ["JSON", () => send("{}", { type: "application/json" }), 415, null],
    ["a video for a picture", () => send(createMp4(), { query: "?kind=picture" }), 415, null],
    ["a picture for a video", () => send(createPng(), { query: "?kind=video" }), 415, null],
    ["another kind", () => send(createPng(), { query: "?kind=avatar" }), 400, "kind"],
    [
      "another kind in a form",
      () => sendForm({ kind: "avatar", file: new File([createPng()], "a.png") }),
      422,
      "kind",
    ],
    ["nothing", () => send(new Uint8Array()), 422, "file"],
    ["a form without a file", () => sendForm({ kind: "picture" }), 422, "file"],
    ["a form whose file is text", () => sendForm({ file: "text" }), 422, "file"],
    [
      "a broken form",
      () => send("nonsense", { type: "multipart/form-data; boundary=x" }),
      400,
      null,
    ],
    ["a picture cut off", () => send(createPng().subarray(0, 40)), 422, "file"],
    ["a small file of 100 megapixels [S-115]", () => send(createPng(10_000, 10_000)), 422, "file"],
    ["the same as JPEG", () => send(createJpeg({ width: 60_000, height: 60_000 })), 422, "file"],
    ["5 MB and a little [S-93]", () => send(createJpeg({ padding: 5 * MB })), 413, null],
    [
      "the same in a form",
      () =>
        sendForm({ kind: "picture", file: new File([createJpeg({ padding: 5 * MB })], "a.jpg") }),
      413,
      null,
    ],
  ])("given %s, refuses it, and stores and counts nothing", async (_what, ask, status, path) => {
    const answer = await ask();
    expect(answer.status).toBe(status);
    if (path) expect(answer.body.issues?.map((issue) => issue.path)).toEqual([path]);
    expect(await usedOf()).toBe(0);
    expect(await db.select().from(media)).toEqual([]);
  });

  test("applies another size limit of the settings [S-94]", async () => {
    await changeSettings(deps, "storage", { maxImageSizeMb: 6 }, null);
    expect((await send(createJpeg({ padding: 5 * MB }))).status).toBe(201);
    await changeSettings(deps, "storage", { maxVideoSizeMb: 1, maxImageSizeMb: 1 }, null);
    expect((await send(createJpeg({ padding: MB }))).status).toBe(413);
  });

  test("answers 401 to visitors before anything else", async () => {
    headers = {};
    expect((await send("x", { type: "application/json" })).status).toBe(401);
  });

  test("stores a video sent in chunks, with or without a length, byte for byte [S-116]", async () => {
    const film = createMp4({ padding: 12 * MB });
    const pieces = () => {
      let at = 0;
      return new ReadableStream({
        pull(controller) {
          if (at >= film.length) return controller.close();
          controller.enqueue(film.subarray(at, at + 700_001));
          at += 700_001;
        },
      });
    };
    const answers = [
      await send(film, { type: "video/mp4" }),
      await send(pieces(), { type: "video/mp4", query: "?kind=video" }),
    ];
    for (const { status, body } of answers) {
      expect([status, body.bytes]).toEqual([201, film.length]);
      const stored = await (
        await env.MEDIA.get(new URL(body.url).pathname.slice("/media/".length))
      )?.arrayBuffer();
      const bytes: Uint8Array = new Uint8Array(stored as ArrayBuffer);
      expect(new TextDecoder().decode(bytes.subarray(0, 200))).not.toContain("35.7");
      // Except for the camera's metadata and its names.
      const differing = bytes.filter((byte, at) => byte !== film[at]).length;
      expect([bytes.length, differing <= 16]).toEqual([film.length, true]);
    }
    expect(await usedOf()).toBe(2 * film.length);
  });

  test.each<[string, () => ReturnType<typeof send>, number]>([
    [
      "is larger than the settings allow, and does not say so [S-117]",
      () => send(endless(), { type: "video/mp4", query: "?kind=video" }),
      413,
    ],
    ["is cut off", () => send(createMp4({ padding: 6 * MB }).subarray(0, 6 * MB)), 422],
    [
      "comes with a form and is larger than one can hold",
      () => sendForm({ file: new File([createMp4({ padding: 17 * MB })], "a.mp4") }),
      413,
    ],
  ])("given a video that %s, stores nothing of it", async (_what, ask, status) => {
    await changeSettings(deps, "storage", { maxVideoSizeMb: 30 }, null);
    expect((await ask()).status).toBe(status);
    expect(await usedOf()).toBe(0);
    expect(await db.select().from(media)).toEqual([]);
    expect((await env.MEDIA.list({ prefix: `uploads/${id}/` })).objects).toEqual([]);
  });

  test("given a video and an Idempotency-Key twice, stores it once; another video is another file", async () => {
    const more = { "Idempotency-Key": "one-film" };
    const film = createMp4({ padding: 6 * MB });
    const first = await send(film, { more });
    expect(first.status).toBe(201);
    expect(await send(film, { more })).toEqual(first);
    expect((await send(createMp4({ padding: 5 * MB }), { more })).status).toBe(422);
    expect(await db.select().from(media)).toHaveLength(1);
    expect((await SELF.fetch(first.body.url)).headers.get("Content-Length")).toBe(
      String(film.length),
    );
  });

  test("given an Idempotency-Key twice, stores the file once", async () => {
    const more = { "Idempotency-Key": "one-upload" };
    const first = await send(createPng(), { more });
    const second = await send(createPng(), { more });
    expect(second).toEqual(first);
    expect(await db.select().from(media)).toHaveLength(1);
  });
});

describe("a user's storage quota", () => {
  const picture = createJpeg({ padding: 400_000 });

  test("given room for two more and ten concurrent uploads, stores two and counts correctly [S-96]", async () => {
    await changeSettings(deps, "storage", { storageQuotaMb: 1 }, null);
    const answers = await Promise.all(Array.from({ length: 10 }, () => send(picture)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, ...Array(8).fill(422)]);
    expect(answers.find(({ status }) => status === 422)?.body.issues).toMatchObject([
      { path: "file" },
    ]);
    const rows = await db.select().from(media);
    expect(rows).toHaveLength(2);
    expect(await usedOf()).toBe(rows.reduce((sum, { bytes }) => sum + bytes, 0));
    expect((await env.MEDIA.list({ prefix: `uploads/${id}/` })).objects).toHaveLength(2);
  });

  test("frees the room of a deleted file once, even for two concurrent deletions", async () => {
    await changeSettings(deps, "storage", { storageQuotaMb: 1 }, null);
    for (let turn = 0; turn < 2; turn++) expect((await send(picture)).status).toBe(201);
    expect((await send(picture)).status).toBe(422);
    const [first] = await db.select().from(media);
    await Promise.all([
      deleteMedia(deps, [first?.key ?? ""]),
      deleteMedia(deps, [first?.key ?? ""]),
    ]);
    expect(await usedOf()).toBe(first?.bytes);
    expect((await send(picture)).status).toBe(201);
    expect((await send(picture)).status).toBe(422);
  });

  test("counts nothing if the store is unavailable", async () => {
    const { storeMedia } = await import("../../app/modules/media/store-media.server");
    const away = {
      ...deps,
      media: { ...deps.media, put: () => Promise.reject(new Error("R2 is away")) },
    };
    const actor = { id, role: "user", isVerified: true, sessionId: "s" } as const;
    await expect(storeMedia(away, actor, createPng(), "picture")).rejects.toThrow("R2 is away");
    expect(await usedOf()).toBe(0);
    expect(await db.select().from(media)).toEqual([]);
  });
});

describe("GET /api/v1/users/{id}/storage-quota", () => {
  const quota = async (as: Record<string, string>, of = id) =>
    askJson(`/users/${of}/storage-quota`, { headers: as });

  test("is visible to oneself and admins; others, moderators too, get 404 [S-91]", async () => {
    const { body } = await send(createPng());
    const expected = { status: 200, body: { usedBytes: body.bytes, quotaBytes: 200 * MB } };
    expect(await quota(headers)).toEqual(expected);
    const admin = await createUser(db, { role: "admin" });
    expect(await quota(await tokenOf(admin.id))).toEqual(expected);
    for (const role of ["user", "moderator"] as const) {
      const stranger = await createUser(db, { role });
      expect((await quota(await tokenOf(stranger.id))).status).toBe(404);
    }
    expect((await quota(await tokenOf(admin.id), "nobody")).status).toBe(404);
    expect((await quota({})).status).toBe(401);
  });

  test("applies another quota of the settings", async () => {
    await changeSettings(deps, "storage", { storageQuotaMb: 7 }, null);
    expect((await quota(headers)).body).toEqual({ usedBytes: 0, quotaBytes: 7 * MB });
  });
});
