import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError } from "../../../app/lib/errors";
import { paths } from "../../../app/lib/paths";
import { assertCan } from "../../../app/lib/permissions";
import { readLimited } from "../../../app/lib/read-limited";
import { FILE_TYPES, fileTypeOf } from "../../../app/modules/media/file-types";
import { maxMediaSize, storeMedia } from "../../../app/modules/media/store-media.server";
import type { AppEnv } from "../../context";
import { needs } from "../../middleware/bearer";
import { describe } from "./describe";
import { MEDIA_EXAMPLE } from "./examples";
import { idempotentUpTo } from "./idempotent";
import { resource } from "./resource";

export const mediaApi = new Hono<AppEnv>();

const MediaJson = v.pipe(
  v.object({ id: v.pipe(v.string(), v.uuid()), url: v.pipe(v.string(), v.url()), bytes: v.number(), contentType: v.string() }),
  v.metadata({ ref: "Media" }),
);

const Kind = v.picklist(["picture", "video"]);
const KindParameter = v.object({ kind: v.optional(Kind) });

/** What a form has beside its file, bytes. */
const AROUND_FILE = 65_536;
const FORM = /^multipart\/form-data\s*;/i;
/** As a body of its own; without a type it is what its bytes say. */
const RAW = /^(image\/|video\/|application\/octet-stream\b)/i;

/** As much as the larger kind may be, or the one that the address names. */
async function maxBody(c: Context<AppEnv>): Promise<number> {
  const { deps } = c.var.info;
  const kind = v.safeParse(Kind, c.req.query("kind"));
  const isForm = FORM.test(c.req.header("Content-Type") ?? "");
  const limit = kind.success
    ? await maxMediaSize(deps, kind.output)
    : Math.max(await maxMediaSize(deps, "picture"), await maxMediaSize(deps, "video"));
  return limit + (isForm ? AROUND_FILE : 0);
}

/** The file of a request, as a form or by itself, and its kind: as told, else what it is. */
async function readFile(c: Context<AppEnv>): Promise<{ bytes: Uint8Array; kind: v.InferOutput<typeof Kind> }> {
  const body = await readLimited(c.req.raw, await maxBody(c));
  const type = c.req.header("Content-Type") ?? "";
  const told = v.safeParse(v.optional(Kind), c.req.query("kind"));
  if (!FORM.test(type)) {
    if (type !== "" && !RAW.test(type)) throw new AppError("unsupported-type");
    if (!told.success) throw new AppError("bad-request", [{ path: "kind", message: "errors:issue.mediaKind" }]);
    return { bytes: body, kind: told.output ?? kindOf(body) };
  }
  if (!told.success) throw new AppError("bad-request", [{ path: "kind", message: "errors:issue.mediaKind" }]);
  const form = await new Response(body, { headers: { "Content-Type": type } }).formData().catch(() => {
    throw new AppError("bad-request");
  });
  const file = form.get("file") as File | string | null;
  if (file === null || typeof file === "string") throw new AppError("invalid", [{ path: "file", message: "errors:issue.noFile" }]);
  const bytes = new Uint8Array(await file.arrayBuffer());
  const named = v.safeParse(v.optional(Kind), form.get("kind") ?? told.output);
  if (!named.success) throw new AppError("invalid", [{ path: "kind", message: "errors:issue.mediaKind" }]);
  return { bytes, kind: named.output ?? kindOf(bytes) };
}

/** What is neither is refused as a picture. */
function kindOf(bytes: Uint8Array): v.InferOutput<typeof Kind> {
  const type = fileTypeOf(bytes);
  return type ? FILE_TYPES[type].kind : "picture";
}

resource(mediaApi, "/", {
  POST: [
    needs("media:upload"),
    describe({
      operationId: "uploadMedia",
      tag: "media",
      needs: "media:upload",
      isIdempotent: true,
      query: KindParameter,
      meanings: { kind: "mediaKind" },
      file: Object.values(FILE_TYPES).map(({ contentType }) => contentType),
      answer: { status: 201, schema: MediaJson, example: MEDIA_EXAMPLE },
    }),
    idempotentUpTo(maxBody),
    async (c) => {
      const { deps, signedIn, origin } = c.var.info;
      assertCan(signedIn, "media:upload");
      const { bytes, kind } = await readFile(c);
      const stored = await storeMedia(deps, signedIn, bytes, kind);
      const url = origin + paths.media(stored.key);
      return c.json({ id: stored.id, url, bytes: stored.bytes, contentType: stored.contentType }, 201, { Location: url });
    },
  ],
});
