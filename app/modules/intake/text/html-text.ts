import { withoutEntities } from "./entities";

/** Removes elements without visible text, unclosed ones included. Linear in the length. */
function withoutElements(html: string, name: "script" | "style"): string {
  const begin = new RegExp(`<${name}\\b`, "gi");
  const end = new RegExp(`</${name}\\s*>`, "gi");
  let kept = "";
  let at = 0;
  for (let opening = begin.exec(html); opening; opening = begin.exec(html)) {
    kept += html.slice(at, opening.index);
    end.lastIndex = opening.index;
    if (!end.exec(html)) return kept;
    at = end.lastIndex;
    begin.lastIndex = at;
  }
  return kept + html.slice(at);
}

const LINK = /<a\b[^<>]{0,2000}?\bhref\s*=\s*["']?(https?:[^"'<>\s]{1,2000})["']?[^<>]{0,2000}>/gi;
const LINE_END = /<(?:br|hr|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi;
const TAG = /<!--[\s\S]{0,5000}?-->|<\/?[a-z!][^<>]*>/gi;
/** Texts that passed through two programs are encoded twice. */
const ROUNDS = 3;

/** Links with their targets behind their words, unless the words are the address. */
function withTargets(html: string): string {
  const parts = html.split(LINK);
  if (parts.length === 1) return html;
  let text = parts[0] ?? "";
  for (let place = 1; place < parts.length; place += 2) {
    const address = withoutEntities(parts[place] ?? "");
    const [words = "", ...after] = (parts[place + 1] ?? "").split(/<\/a\s*>/i);
    const shown = words.replace(TAG, "").trim();
    const isAddress = address.includes(shown.replace(/…$/, "").replace(/^https?:\/\//, ""));
    text += shown === "" || isAddress ? ` ${address} ` : `${words} (${address})`;
    text += after.join("");
  }
  return text;
}

/**
 * The plain text of HTML, which is always shown as text: tags and entities removed, addresses of
 * links kept. Null for none.
 */
export function htmlText(html: string | null): string | null {
  if (html === null) return null;
  let text = html;
  for (let round = 0; round < ROUNDS && /[<&]/.test(text); round += 1) {
    const bare = withTargets(withoutElements(withoutElements(text, "script"), "style"))
      .replace(LINE_END, "\n")
      .replace(TAG, "");
    const next = withoutEntities(bare);
    if (next === text) break;
    text = next;
  }
  return (
    text
      .replace(/(?:\\[nr])+(?=\s|$)/g, "\n")
      .replace(/ {2,}/g, " ")
      .trim() || null
  );
}
