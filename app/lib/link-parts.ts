const ADDRESS = /https?:\/\/[^\s<>"“”«»]+/gi;
/** What ends a sentence rather than an address. */
const TRAILING = /[.,;:!?،؛؟'’…]+$/;

interface TextPart {
  text: string;
  /** Null for plain text. */
  href: string | null;
}

/** An address without the punctuation of its sentence; a closing bracket stays where the address opened it. */
function addressIn(found: string): string {
  let address = found.replace(TRAILING, "");
  while (address.endsWith(")") && address.split(")").length > address.split("(").length)
    address = address.slice(0, -1).replace(TRAILING, "");
  return address;
}

/** Text that people wrote, cut at its http and https addresses, which become links. Joined, the parts are the text. */
export function linkParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(ADDRESS)) {
    const address = addressIn(found);
    if (!URL.canParse(address)) continue;
    if (index > end) parts.push({ text: text.slice(end, index), href: null });
    parts.push({ text: address, href: address });
    end = index + address.length;
  }
  if (end < text.length) parts.push({ text: text.slice(end), href: null });
  return parts;
}
