import type { Media } from "../../app/lib/deps";

/** R2 takes no more keys in one call. */
const DELETED_AT_ONCE = 1_000;

const about = ({ size, httpEtag, httpMetadata }: R2Object) => ({
  size,
  etag: httpEtag,
  contentType: httpMetadata?.contentType ?? "application/octet-stream",
});

/** Objects in R2. A key names one content for ever, since browsers keep it: what changes gets another key. */
export function createMedia(bucket: R2Bucket): Media {
  return {
    async put(key, body, contentType) {
      await bucket.put(key, body, { httpMetadata: { contentType } });
    },
    async get(key, range) {
      const object = await bucket.get(key, { range });
      return object && { ...about(object), body: object.body };
    },
    async head(key) {
      const object = await bucket.head(key);
      return object && about(object);
    },
    async delete(keys) {
      for (let start = 0; start < keys.length; start += DELETED_AT_ONCE) await bucket.delete(keys.slice(start, start + DELETED_AT_ONCE));
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
