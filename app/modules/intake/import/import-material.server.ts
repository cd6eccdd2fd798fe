import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { readStream } from "../../../lib/http/byte-streams";
import { webUrl } from "../../../lib/http/web-url";
import { type Actor, assertCan } from "../../../lib/permissions";
import { CALENDAR_FILE_MAX } from "../entries/read-calendar-file.server";
import { decodeText } from "../text/decode-text";
import { fetchPublicPage } from "./fetch-website.server";

/** A calendar file comes as its bytes, or as text that was decoded before. */
export type ImportSource = { url: string } | { file: string | Uint8Array; name?: string };

/** What an import reads: a calendar, or a page of the web. */
export interface ImportMaterial {
  /** Name of the file, or the page's host. */
  name: string;
  /** Null for a file. */
  url: string | null;
  isCalendar: boolean;
  text: string;
}

/** Largest material, bytes: that of a page in UTF-8. */
const MATERIAL_MAX = 6 * 1_048_576;
/** A packed material that its form brings back, characters. */
export const PACKED_MAX = 3 * 1_048_576;

/**
 * Fetches or decodes what is to be imported. @param isAllowed as in `fetchPublicPage`
 * @throws too-many-requests; invalid with an issue at `url`
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
    if (text.length > CALENDAR_FILE_MAX)
      throw new AppError("invalid", [{ path: "file", message: "errors:issue.fileTooLarge" }]);
    return { name, url: null, isCalendar: true, text };
  }
  const { url, type, text } = await fetchPublicPage(source.url.trim(), isAllowed);
  return { name: url.host, url: url.href, isCalendar: type === "text/calendar", text };
}

/** A material as a field of a form. */
export async function packMaterial(material: ImportMaterial): Promise<string> {
  const packed = new Blob([JSON.stringify(material)])
    .stream()
    .pipeThrough(new CompressionStream("gzip"));
  return Buffer.from(await new Response(packed).arrayBuffer()).toString("base64");
}

/** The material of a form's field. @throws bad-request for anything else */
export async function unpackMaterial(packed: string): Promise<ImportMaterial> {
  try {
    const stream = new Blob([Buffer.from(packed, "base64")])
      .stream()
      .pipeThrough(new DecompressionStream("gzip"));
    const value: unknown = JSON.parse(
      new TextDecoder().decode(await readStream(stream, MATERIAL_MAX)),
    );
    const { name, url, isCalendar, text } = value as Record<keyof ImportMaterial, unknown>;
    if (typeof name !== "string" || typeof text !== "string") throw new AppError("bad-request");
    return {
      name,
      url: typeof url === "string" ? (webUrl(url)?.href ?? null) : null,
      isCalendar: isCalendar === true,
      text,
    };
  } catch {
    throw new AppError("bad-request");
  }
}
