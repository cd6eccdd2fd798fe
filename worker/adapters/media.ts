import type { Media, MediaUpload, Pictures } from "../../app/lib/media-deps";
import { describeError, log } from "../../app/lib/runtime/log";

/** R2's limit of keys per call. */
const DELETED_AT_ONCE = 1_000;

const about = ({ size, httpEtag, httpMetadata }: R2Object) => ({
  size,
  etag: httpEtag,
  contentType: httpMetadata?.contentType ?? "application/octet-stream",
});

/** R2's minimum part size, bytes; all parts but the last must be equal. */
const PART = 5 * 1_048_576;

async function startUpload(
  bucket: R2Bucket,
  key: string,
  contentType: string,
): Promise<MediaUpload> {
  const upload = await bucket.createMultipartUpload(key, { httpMetadata: { contentType } });
  const parts: R2UploadedPart[] = [];
  let part = new Uint8Array(PART);
  let filled = 0;
  const send = async () => {
    parts.push(await upload.uploadPart(parts.length + 1, part.subarray(0, filled)));
    // A sent part may still be read, so each part gets a new buffer.
    part = new Uint8Array(PART);
    filled = 0;
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) {
        const fitting = bytes.subarray(at, at + PART - filled);
        part.set(fitting, filled);
        filled += fitting.length;
        at += fitting.length;
        if (filled === PART) await send();
      }
    },
    async complete() {
      if (filled > 0 || parts.length === 0) await send();
      await upload.complete(parts);
    },
    abort: () => upload.abort(),
  };
}

/**
 * Objects in R2. A key's content never changes, since browsers cache it; new content gets a new
 * key.
 */
export function createMedia(bucket: R2Bucket): Media {
  return {
    async put(key, body, contentType) {
      await bucket.put(key, body, { httpMetadata: { contentType } });
    },
    upload: (key, contentType) => startUpload(bucket, key, contentType),
    async get(key, range) {
      const object = await bucket.get(key, { range });
      return object && { ...about(object), body: object.body };
    },
    async head(key) {
      const object = await bucket.head(key);
      return object && about(object);
    },
    async delete(keys) {
      for (let start = 0; start < keys.length; start += DELETED_AT_ONCE)
        await bucket.delete(keys.slice(start, start + DELETED_AT_ONCE));
    },
    async list(prefix) {
      const keys: string[] = [];
      for (let cursor: string | undefined; ; ) {
        const page = await bucket.list({ prefix, cursor });
        keys.push(...page.objects.map(({ key }) => key));
        if (!page.truncated) return keys;
        cursor = page.cursor;
      }
    },
  };
}

/**
 * The second Worker by its binding. Where it is missing or fails, pictures keep their size and have
 * no copies, and a card is an error.
 */
export function createPictures(service: Env["PICTURES"]): Pictures {
  const ask = async <T>(question: (pictures: Pictures) => Promise<T>): Promise<T> => {
    if (!service) throw new Error("The binding PICTURES is missing.");
    return question(service);
  };
  const orNone = <T>(question: (pictures: Pictures) => Promise<T | null>): Promise<T | null> =>
    ask(question).catch((error: unknown) => {
      log("warn", "picture.service-failed", describeError(error));
      return null;
    });
  return {
    shrink: (picture, side) => orNone((pictures) => pictures.shrink(picture, side)),
    copies: (picture, widths, isTurned) =>
      orNone((pictures) => pictures.copies(picture, widths, isTurned)),
    drawCard: (drawing) => ask((pictures) => pictures.drawCard(drawing)),
  };
}
