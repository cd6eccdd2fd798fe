import type { Media } from "../../app/lib/deps";

/** Files in the R2 bucket. */
export function createMedia(bucket: R2Bucket): Media {
  return {
    async put(key, bytes, contentType) {
      await bucket.put(key, bytes, { httpMetadata: { contentType } });
    },
    async get(key) {
      const object = await bucket.get(key);
      return (
        object && {
          body: object.body,
          contentType: object.httpMetadata?.contentType ?? "application/octet-stream",
          etag: object.httpEtag,
          size: object.size,
        }
      );
    },
    async deleteAll(prefix) {
      // R2 lists and deletes at most 1,000 at a time.
      for (;;) {
        const { objects } = await bucket.list({ prefix, limit: 1_000 });
        if (objects.length === 0) return;
        await bucket.delete(objects.map(({ key }) => key));
      }
    },
  };
}
