import { searchKey } from "../../../lib/text/search-text";

/** A staff member who can be mentioned. */
export interface Named {
  id: string;
  displayName: string;
}

/** The start of a mention: not within a word, so that e-mail addresses do not match. */
const MENTION = /(?<![\p{L}\p{M}\p{N}_.@-])@([\p{L}\p{M}\p{N}_\u200c]{1,100})/gu;

/** A name without spaces, as one writes it behind the @. */
const handleOf = (name: string): string =>
  name.replace(/[^\p{L}\p{M}\p{N}\u200c]+/gu, "_").replace(/^_+|_+$/g, "");

/** A handle as it is compared: Arabic and Persian letters, case, accents and joins are one. */
const plain = (handle: string): string =>
  searchKey(handle.replaceAll("_", " ").replaceAll("\u200c", "")).replaceAll(" ", "_");

interface Handle {
  /** Without the @. */
  handle: string;
  id: string;
}

/**
 * The mention handle of each staff member, by comparison key: the display name with underscores for
 * spaces. Of equal names the later id gets a number; a name without letters becomes the end of the
 * id.
 */
export function handlesOf(staff: readonly Named[]): Map<string, Handle> {
  const handles = new Map<string, Handle>();
  for (const { id, displayName } of [...staff].sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const name = handleOf(displayName) || `staff_${id.slice(-6)}`;
    let handle = name;
    for (let number = 2; handles.has(plain(handle)); number += 1) handle = `${name}_${number}`;
    handles.set(plain(handle), { handle, id });
  }
  return handles;
}

/** Whom a text names, each once. */
export function mentionedHandles(text: string, handles: ReadonlyMap<string, Handle>): string[] {
  const ids = [...text.matchAll(MENTION)].flatMap(
    ([, name = ""]) => handles.get(plain(name))?.id ?? [],
  );
  return [...new Set(ids)];
}
