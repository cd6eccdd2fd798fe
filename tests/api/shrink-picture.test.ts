import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { copyKeys, pictureFacts } from "../../app/lib/pages/picture-copies";
import { deleteMedia } from "../../app/modules/media/claim-media.server";
import { fileTypeOf, mediaKeyOf, type PictureType } from "../../app/modules/media/media-files";
import { pictureSize } from "../../app/modules/media/picture-size";
import { copyPicture, shrinkPicture } from "../../app/modules/media/store-media.server";
import { withOrientation } from "../../app/modules/media/strip-metadata";
import { media, users } from "../../db/schema";
import { createPictures } from "../../worker/adapters/media";
import { createJpeg } from "../factories/file";
import { createPhoto } from "../factories/photo";
import { bearerOf, createUser } from "../factories/user";
import { workerDeps } from "../helpers/worker-deps";

const byCodec = { pictures: createPictures(env.PICTURES) };

async function shrunk(size: { width: number; height: number }, options: { alpha?: number } = {}) {
  const small = await shrinkPicture(
    byCodec,
    { type: "png", bytes: await createPhoto(size.width, size.height, options) },
    size,
  );
  return { ...small, size: pictureSize(small.bytes, small.type) };
}
const fail = async () => {
  throw new Error("The second Worker is ill.");
};
const sizeOf = (bytes: Uint8Array) => pictureSize(bytes, fileTypeOf(bytes) as PictureType);

describe("a picture that is shrunk by the codecs", () => {
  it("has 1600 pixels at most, as JPEG where it is opaque and as WebP where it is not", async () => {
    const opaque = await shrunk({ width: 1800, height: 900 });
    expect([opaque.type, opaque.size]).toEqual(["jpg", { width: 1600, height: 800 }]);
    const clear = await shrunk({ width: 1800, height: 900 }, { alpha: 90 });
    expect([clear.type, clear.size]).toEqual(["webp", { width: 1600, height: 800 }]);
  });

  it.each([
    [900, undefined, ["webp", "jpeg"], [320, 640, 900]],
    [300, undefined, ["webp", "jpeg"], [300]],
    [640, 90, ["webp"], [320, 640]],
  ])(
    "%i pixels wide with opacity %s, has copies as %j of widths %j",
    async (width, alpha, formats, widths) => {
      const copies = await copyPicture(byCodec, {
        type: "png",
        bytes: await createPhoto(width, 200, { alpha }),
      });
      expect(copies?.formats).toEqual(formats);
      expect(copies?.colours).toEqual(alpha ? null : expect.stringMatching(/^[0-9a-f]{12}$/));
      expect(copies?.files).toHaveLength(formats.length * widths.length);
      for (const { width: copied, format, bytes } of copies?.files ?? []) {
        expect(widths).toContain(copied);
        expect([fileTypeOf(bytes), sizeOf(bytes)]).toEqual([
          format === "jpeg" ? "jpg" : format,
          { width: copied, height: Math.round((200 * copied) / width) },
        ]);
      }
    },
  );

  it("has the colours of its corners, which are drawn until it is there", async () => {
    // The factory draws red from the start to the end and green from the top down.
    const copies = await copyPicture(byCodec, { type: "png", bytes: await createPhoto(400, 400) });
    expect(copies?.colours).toBe("440b404b0bb0");
  });

  it("is upright in its copies where its file is turned", async () => {
    const lying = await shrunk({ width: 1800, height: 900 });
    const copies = await copyPicture(byCodec, {
      type: "jpg",
      bytes: withOrientation(lying.bytes, 6),
    });
    expect([copies?.width, copies?.height]).toEqual([800, 1600]);
    expect(
      copies?.files.filter(({ format }) => format === "webp").map(({ bytes }) => sizeOf(bytes)),
    ).toEqual([
      { width: 800, height: 1600 },
      { width: 640, height: 1280 },
      { width: 320, height: 640 },
    ]);
  });

  it("has none where its pixels cannot be read", async () => {
    expect(await copyPicture(byCodec, { type: "jpg", bytes: createJpeg({}) })).toBeNull();
  });
});

it("is stored as it was sent where the second Worker is missing or fails", async () => {
  const failing = { shrink: fail, copies: fail, drawCard: fail } as unknown as Env["PICTURES"];
  for (const service of [undefined, failing]) {
    const deps = { pictures: createPictures(service) };
    const bytes = await createPhoto(1800, 900);
    const stored = await shrinkPicture(deps, { type: "png", bytes }, { width: 1800, height: 900 });
    expect([stored.type, stored.bytes]).toEqual(["png", bytes]);
    expect(await copyPicture(deps, { type: "png", bytes })).toBeNull();
  }
});

describe("a picture that is sent", () => {
  const deps = workerDeps();

  it("is stored with its copies, which are served as what they are, count towards the quota and go with it", async () => {
    const { id } = await createUser(deps.db, {});
    const response = await SELF.fetch("http://rooydad.test/api/v1/media", {
      method: "POST",
      headers: { Authorization: await bearerOf(deps, id), "Content-Type": "image/png" },
      body: await createPhoto(900, 600),
    });
    const { url, bytes } = await response.json<{ url: string; bytes: number }>();
    const key = mediaKeyOf(new URL(url).pathname) ?? "";
    expect(pictureFacts(key)).toMatchObject({ width: 900, height: 600 });
    const copies = copyKeys(key);
    expect(copies).toEqual(
      expect.arrayContaining([320, 640, 900].map((width) => key.replace(".png", `/${width}.webp`))),
    );
    let stored = bytes;
    for (const copy of copies) {
      const served = await SELF.fetch(`http://rooydad.test/media/${copy}`);
      expect(served.status).toBe(200);
      expect(served.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
      const body = new Uint8Array(await served.arrayBuffer());
      expect(served.headers.get("Content-Type")).toBe(
        `image/${{ jpg: "jpeg" }[String(fileTypeOf(body))] ?? fileTypeOf(body)}`,
      );
      stored += body.length;
    }
    expect(
      await deps.db.select({ bytes: media.bytes }).from(media).where(eq(media.key, key)).get(),
    ).toEqual({ bytes: stored });
    await deleteMedia(deps, [key]);
    expect((await env.MEDIA.list({ prefix: `uploads/${id}/` })).objects).toEqual([]);
    expect(
      await deps.db.select({ left: users.mediaBytes }).from(users).where(eq(users.id, id)).get(),
    ).toEqual({ left: 0 });
  });
});
