import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { fileTypeOf } from "../../app/modules/media/file-types";
import { pictureSize } from "../../app/modules/media/picture-size";
import { shrinkPicture } from "../../app/modules/media/shrink-picture.server";
import { createPictureShrinker } from "../../worker/adapters/shrink-picture";
import { createPhoto } from "../factories/photo";

const byCodec = { pictures: createPictureShrinker(undefined) };

async function shrunk(type: "jpg" | "png", size: { width: number; height: number }, deps = byCodec) {
  const bytes = await createPhoto(size.width, size.height);
  const small = await shrinkPicture(deps, { type, bytes }, size);
  return { bytes, small, type: fileTypeOf(small.bytes), size: pictureSize(small.bytes, small.type) };
}

describe("a stored picture", () => {
  it("is shrunk by the codec to 1600 pixels", async () => {
    const { small, type, size } = await shrunk("png", { width: 1800, height: 900 });
    expect([small.type, type, size]).toEqual(["jpg", "jpg", { width: 1600, height: 800 }]);
  });
});
void env;
