const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/gi;
interface TextPart {
  text: string;
  /** Null for plain text. */
  href: string | null;
}

const ENDS_SENTENCE = new Set(".,;:!?،؛؟'’…");
const OPENED_BY: Readonly<Record<string, string>> = { ")": "(", "]": "[" };

/**
 * An address without the punctuation of the sentence around it; a closing bracket stays where the
 * address opened it.
 */
export function withoutPunctuation(found: string): string {
  let end = found.length;
  for (; end > 0; end -= 1) {
    const last = found[end - 1] ?? "";
    const opened = OPENED_BY[last];
    if (
      opened === undefined
        ? !ENDS_SENTENCE.has(last)
        : isBalanced(found.slice(0, end), opened, last)
    )
      break;
  }
  return found.slice(0, end);
}

const isBalanced = (text: string, open: string, close: string): boolean =>
  text.split(open).length >= text.split(close).length;

/**
 * Splits user text at its http and https addresses, which become links. The joined parts equal the
 * text.
 */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = withoutPunctuation(found);
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
