/** A document's text with the name of its character set. */
export interface DecodedText {
  text: string;
  charset: string;
}

/** Bytes that are searched for a declaration. */
const HEAD = 2_048;
const LEGACY = "windows-1256";

function markOf(bytes: Uint8Array): string | null {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8";
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  return bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
}

/** The character set of an XML prolog or of a `meta` element. */
function declaredIn(bytes: Uint8Array): string | null {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD));
  return (
    /^\s*<\?xml[^>]{0,200}?\bencoding\s*=\s*["']([\w-]+)/i.exec(head)?.[1] ??
    /<meta\b[^>]{0,300}?\bcharset\s*=\s*["']?\s*([\w-]+)/i.exec(head)?.[1] ??
    null
  );
}

function decoderOf(charset: string, fatal = false): TextDecoder | null {
  try {
    return new TextDecoder(charset, { fatal });
  } catch {
    return null;
  }
}

const isUtf8 = (bytes: Uint8Array): boolean => {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
};

/** Whether bytes that are no UTF-8 are Persian or Arabic of the legacy set: mostly letters. */
function isLegacyPersian(bytes: Uint8Array): boolean {
  const high = bytes.filter((byte) => byte >= 0x80);
  const letters = new TextDecoder(LEGACY).decode(high).match(/[\u0620-\u06ff\u200c]/g)?.length ?? 0;
  return high.length > 3 && letters > high.length * 0.8;
}

/**
 * Joins the folded lines of iCalendar (RFC 5545 §3.1) before they are decoded: a fold may split a
 * letter's bytes.
 */
function unfolded(bytes: Uint8Array): Uint8Array {
  const joined = new Uint8Array(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const end = bytes[at] === 0x0d && bytes[at + 1] === 0x0a ? at + 2 : at + 1;
    const isBreak = bytes[at] === 0x0a || end === at + 2;
    if (isBreak && (bytes[end] === 0x20 || bytes[end] === 0x09)) at = end;
    else joined[length++] = bytes[at] ?? 0;
  }
  return joined.subarray(0, length);
}

const startsAsCalendar = (bytes: Uint8Array): boolean =>
  /^(?:\u00ef\u00bb\u00bf)?\s*BEGIN:VCALENDAR/i.test(String.fromCharCode(...bytes.subarray(0, 64)));

/**
 * Decodes a document by its byte order mark, its declaration (header, XML prolog, `meta`), else as
 * UTF-8 or, where it is none, as windows-1256. A declaration that the bytes contradict does not
 * count.
 * @param declared character set of the Content-Type header; null for none
 */
export function decodeText(document: Uint8Array, declared: string | null): DecodedText {
  const bytes = startsAsCalendar(document) ? unfolded(document) : document;
  const marked = markOf(bytes);
  const stated = declared ?? declaredIn(bytes);
  const charset =
    marked ??
    (isUtf8(bytes)
      ? // Pure ASCII of a stateful set, such as ISO-2022, is as declared.
        stated !== null && !/^utf-?8$/i.test(stated) && !hasHighBytes(bytes)
        ? stated
        : "utf-8"
      : stated !== null && !/^(?:utf-?8|us-ascii|iso-8859-1|latin1)$/i.test(stated)
        ? stated
        : isLegacyPersian(bytes)
          ? LEGACY
          : (stated ?? "utf-8"));
  const decoder = decoderOf(charset) ?? new TextDecoder();
  return { text: decoder.decode(bytes), charset: decoder.encoding };
}

const hasHighBytes = (bytes: Uint8Array): boolean => bytes.some((byte) => byte >= 0x80);

/** The character set that a Content-Type header names; null for none. */
export const charsetOf = (contentType: string | null): string | null =>
  /charset\s*=\s*["']?([\w-]+)/i.exec(contentType ?? "")?.[1] ?? null;
