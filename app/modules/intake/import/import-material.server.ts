import { and, desc, eq, lt, sql } from "drizzle-orm";
import { importMaterials } from "../../../../db/schema";
import { DAY } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { readStream } from "../../../lib/http/byte-streams";
import { type Actor, assertCan } from "../../../lib/permissions";
import { isUuid } from "../../../lib/runtime/ids";
import { purgeOf } from "../../../lib/runtime/purge-rounds.server";
import { CALENDAR_FILE_MAX } from "../entries/read-calendar-file.server";
import { decodeText } from "../text/decode-text";
import { fetchPublicPage } from "./fetch-website.server";

/** A file comes as its bytes, or as text that was decoded before. */
export type ImportSource = { url: string } | { file: string | Uint8Array; name?: string };

/** What an import reads: a calendar, a page or document of the web or a post that announces several events. */
export interface ImportMaterial {
  /** Name of the file, the page's host, or empty. */
  name: string;
  kind: "calendar" | "page" | "post";
  /** Null unless it was fetched. */
  url: string | null;
  text: string;
  /** Slug of the city that a post is about. */
  city: string | null;
}

/** Longest stored material, characters: a row of D1 holds 2 MB. */
const PACKED_MAX = 1_800_000;
/** The largest page in UTF-8, bytes. */
const MATERIAL_MAX = 6 * 1_048_576;
/** Materials of an account; a further one takes the place of the oldest. */
const KEPT = 5;
/** How long an author may take to choose. */
const KEPT_FOR = DAY;

const tooLarge = (path: string) =>
  new AppError("invalid", [{ path, message: "errors:issue.calendarTooLarge" }]);

/** Whether a file is a page or JSON-LD, by how it begins; a calendar begins with its name. */
const isDocument = (text: string): boolean => /^[\s\uFEFF]*[<{[]/.test(text);

/** Where the text of a material stands: a file has no address that its relative ones could follow. */
export const baseOf = ({ url }: Pick<ImportMaterial, "url">): URL => new URL(url ?? "about:blank");

/**
 * Fetches or decodes what is to be imported. @param isAllowed as in `fetchPublicPage`
 * @throws too-many-requests; invalid with an issue at `url` or `file`
 */
export async function importMaterial(
  deps: Deps,
  actor: Actor,
  source: ImportSource,
  isAllowed?: (url: URL) => boolean,
): Promise<ImportMaterial> {
  assertCan(actor, "event:create");
  await deps.budget.take("import", actor.id);
  if ("file" in source) {
    const { file, name = "" } = source;
    const text = typeof file === "string" ? file : decodeText(file, null).text;
    if (text.length > CALENDAR_FILE_MAX) throw tooLarge("file");
    return { name, kind: isDocument(text) ? "page" : "calendar", url: null, text, city: null };
  }
  const { url, type, text } = await fetchPublicPage(source.url.trim(), isAllowed);
  const isCalendar = type === "text/calendar";
  if (isCalendar && text.length > CALENDAR_FILE_MAX) throw tooLarge("url");
  return {
    name: url.host,
    kind: isCalendar ? "calendar" : "page",
    url: url.href,
    text,
    city: null,
  };
}

/**
 * Keeps a material for a day, so that its author can choose from its receipt. @returns its id, which
 * is the key of the drafts that are made of it
 * @throws invalid at `url` or `file` beyond what is kept
 */
export async function keepMaterial(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  actor: Actor,
  material: ImportMaterial,
): Promise<string> {
  assertCan(actor, "event:create");
  const { db, ids, clock } = deps;
  const packed = await pack(material);
  if (packed.length > PACKED_MAX) throw tooLarge(material.url === null ? "file" : "url");
  const id = ids.next();
  const latest = db
    .select({ id: importMaterials.id })
    .from(importMaterials)
    .where(eq(importMaterials.creatorId, actor.id))
    .orderBy(desc(importMaterials.createdAt), desc(importMaterials.id))
    .limit(KEPT);
  await db.batch([
    db.insert(importMaterials).values({ id, creatorId: actor.id, packed, createdAt: clock.now() }),
    db
      .delete(importMaterials)
      .where(and(eq(importMaterials.creatorId, actor.id), sql`id NOT IN ${latest}`)),
  ]);
  return id;
}

/** A kept material of the actor. @throws not-found after a day, and for those of others */
export async function keptMaterial(
  { db, clock }: Pick<Deps, "db" | "clock">,
  actor: Actor,
  id: string,
): Promise<ImportMaterial> {
  const row = isUuid(id)
    ? await db
        .select()
        .from(importMaterials)
        .where(and(eq(importMaterials.id, id), eq(importMaterials.creatorId, actor.id)))
        .get()
    : undefined;
  if (!row || row.createdAt < clock.now() - KEPT_FOR) throw new AppError("not-found");
  return unpack(row.packed);
}

/** Materials whose time to choose has passed. */
export const importMaterialsPurge = purgeOf(importMaterials, (at) =>
  lt(importMaterials.createdAt, at - KEPT_FOR),
);

async function pack(material: ImportMaterial): Promise<string> {
  const packed = new Blob([JSON.stringify(material)])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return Buffer.from(await new Response(packed).arrayBuffer()).toString("base64");
}

async function unpack(packed: string): Promise<ImportMaterial> {
  const stream = new Blob([Buffer.from(packed, "base64")])
    .stream()
    .pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(new TextDecoder().decode(await readStream(stream, MATERIAL_MAX)));
}
