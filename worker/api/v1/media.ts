import { type Context, Hono } from "hono";
import * as v from "valibot";
import { AppError, tooLarge } from "../../../app/lib/errors";
import {
  peekStream,
  readLimited,
  readStream,
  refuseCompressed,
} from "../../../app/lib/http/byte-streams";
import { paths } from "../../../app/lib/paths";
import type { Actor } from "../../../app/lib/permissions";
import type { StoredMedia } from "../../../app/modules/media/claim-media.server";
import {
  FILE_TYPES,
  fileTypeOf,
  joinBytes,
  SIGNATURE_BYTES,
} from "../../../app/modules/media/media-files";
import { receiveVideo } from "../../../app/modules/media/receive-video.server";
import { maxMediaSize } from "../../../app/modules/media/storage-limits.server";
import { formMediaLimits, storeMedia } from "../../../app/modules/media/store-media.server";
import type { AppEnv } from "../../context";
import { MEDIA_EXAMPLE } from "./examples";
import { idempotentBy } from "./idempotent";
import { operation } from "./operation";
import { resource } from "./resource";

export const mediaApi = new Hono<AppEnv>();

const MediaJson = v.pipe(
  v.object({
    id: v.pipe(v.string(), v.uuid()),
    url: v.pipe(v.string(), v.url()),
    bytes: v.number(),
    contentType: v.string(),
  }),
  v.metadata({ ref: "Media" }),
);

const KINDS = ["picture", "video"] as const;
const Kind = v.picklist(KINDS);
type Kind = v.InferOutput<typeof Kind>;
const KindParameter = v.object({ kind: v.optional(Kind) });

/** Size of a form around its file, bytes. */
const AROUND_FILE = 65_536;
const FORM = /^multipart\/form-data\s*;/i;
/** A raw file body; without a type its bytes decide. */
const RAW = /^(image\/|video\/|application\/octet-stream\b)/i;

/** Length of the prefix that identifies a file, bytes. */
const TOLD_BY = 65_536;

const isForm = (c: Context<AppEnv>): boolean => FORM.test(c.req.header("Content-Type") ?? "");

/** A video may be too large to read twice, so its prefix and length identify it. */
const idempotentUpload = idempotentBy(async (c) => {
  const { head, whole } = await peekStream(c.req.raw.body, TOLD_BY);
  const about = [c.req.query("kind"), c.req.header("Content-Type"), c.req.header("Content-Length")];
  const identity = joinBytes([new TextEncoder().encode(JSON.stringify(about)), head]);
  return { identity, body: head.length > 0 ? whole : null };
});

/** Refuses a declared excess length before reading. */
function assertLength(c: Context<AppEnv>, max: number): void {
  if (Number(c.req.header("Content-Length") ?? 0) > max) throw tooLarge(max);
}

function requestedKind(c: Context<AppEnv>): Kind | undefined {
  const parsed = v.safeParse(v.optional(Kind), c.req.query("kind"));
  if (!parsed.success)
    throw new AppError("bad-request", [{ path: "kind", message: "errors:issue.mediaKind" }]);
  return parsed.output;
}

/** A file that is the whole body. A film is streamed to the store. */
async function takeBody(c: Context<AppEnv>, actor: Actor): Promise<StoredMedia> {
  const { deps } = c.var.info;
  const parsed = requestedKind(c);
  const type = c.req.header("Content-Type") ?? "";
  if (type !== "" && !RAW.test(type)) throw new AppError("unsupported-type");
  refuseCompressed(c.req.raw);
  // The longest limit of any kind, checked before the kind is known.
  assertLength(c, Math.max(...(await Promise.all(KINDS.map((kind) => maxMediaSize(deps, kind))))));
  const { head, whole } = await peekStream(c.req.raw.body, SIGNATURE_BYTES);
  const kind = parsed ?? kindOf(head);
  const max = await maxMediaSize(deps, kind);
  assertLength(c, max);
  return kind === "video"
    ? receiveVideo(deps, actor, whole)
    : storeMedia(deps, actor, await readStream(whole, max), kind);
}

/** A file of a form, held in memory. */
async function takeForm(c: Context<AppEnv>, actor: Actor): Promise<StoredMedia> {
  const { deps } = c.var.info;
  const queryKind = requestedKind(c);
  const limits = await formMediaLimits(deps);
  const body = await readLimited(
    c.req.raw,
    (queryKind ? limits[queryKind] : Math.max(limits.picture, limits.video)) + AROUND_FILE,
  );
  const form = await new Response(body, {
    headers: { "Content-Type": c.req.header("Content-Type") ?? "" },
  })
    .formData()
    .catch(() => {
      throw new AppError("bad-request");
    });
  const file = form.get("file") as File | string | null;
  if (file === null || typeof file === "string")
    throw new AppError("invalid", [{ path: "file", message: "errors:issue.noFile" }]);
  const parsed = v.safeParse(v.optional(Kind), form.get("kind") ?? queryKind);
  if (!parsed.success)
    throw new AppError("invalid", [{ path: "kind", message: "errors:issue.mediaKind" }]);
  const kind =
    parsed.output ?? kindOf(new Uint8Array(await file.slice(0, SIGNATURE_BYTES).arrayBuffer()));
  if (kind === "video") return receiveVideo(deps, actor, file.stream());
  return storeMedia(deps, actor, new Uint8Array(await file.arrayBuffer()), kind);
}

/** Unknown types are refused as pictures. */
function kindOf(bytes: Uint8Array): Kind {
  const type = fileTypeOf(bytes);
  return type ? FILE_TYPES[type].kind : "picture";
}

resource(mediaApi, "/", {
  POST: operation({
    operationId: "uploadMedia",
    budget: ["reads", "write"],
    tag: "media",
    needs: "media:upload",
    query: KindParameter,
    meanings: { kind: "mediaKind" },
    file: Object.values(FILE_TYPES).map(({ contentType }) => contentType),
    answer: { status: 201, schema: MediaJson, example: MEDIA_EXAMPLE },
    idempotent: idempotentUpload,
    run: async ({ c, origin, actor }) => {
      const stored = await (isForm(c) ? takeForm(c, actor) : takeBody(c, actor));
      const url = origin + paths.media(stored.key);
      c.header("Location", url);
      return { id: stored.id, url, bytes: stored.bytes, contentType: stored.contentType };
    },
  }),
});
