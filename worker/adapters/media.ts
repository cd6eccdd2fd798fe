import type { Media } from "../../app/lib/deps";

/** Objects in R2. A key names one content for ever, since browsers keep it: what changes gets another key. */
export function createMedia(bucket: R2Bucket): Media {
  return {
    async put(key, body, contentType) {
      await bucket.put(key, body, { httpMetadata: { contentType } });
    },
    async get(key) {
      const object = await bucket.get(key);
      if (!object) return null;
      const { body, size, httpEtag: etag, httpMetadata } = object;
      return { body, size, etag, contentType: httpMetadata?.contentType ?? "application/octet-stream" };
    },
    async delete(keys) {
      await bucket.delete([...keys]);
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
