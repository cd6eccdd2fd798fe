/** An element of XML. Names are in lower case with their prefix. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: XmlElement[];
  text: string;
  /** Text and children in their order. */
  parts: (string | XmlElement)[];
}

const DEEPEST = 12;
const TOKEN =
  /<!\[CDATA\[([\s\S]*?)\]\]>|<!--[\s\S]*?-->|<[?!][^>]*>|<(\/?)([\w:.-]+)((?:[^<>"']|"[^"]*"|'[^']*')*?)(\/?)>|([^<]+)|</g;
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const NAMED: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };

const decode = (text: string): string =>
  text.replace(
    /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(lt|gt|quot|apos|amp));/gi,
    (whole, decimal, hex, name) => {
      if (name) return NAMED[String(name).toLowerCase()] ?? whole;
      const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
      return code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
        ? String.fromCodePoint(code)
        : whole;
    },
  );

/**
 * Reads XML as feeds have it, tolerating what is not well-formed: unclosed elements end with the
 * one around them. Resolves no entities but the five.
 */
export function readXml(xml: string): XmlElement {
  const root: XmlElement = { name: "", attributes: {}, children: [], text: "", parts: [] };
  const open = [root];
  for (const [, cdata, closing, name, rest = "", selfClosing, text] of xml.matchAll(TOKEN)) {
    const parent = open.at(-1) ?? root;
    const words = cdata ?? (text === undefined ? undefined : decode(text));
    if (words !== undefined) {
      parent.text += words;
      parent.parts.push(words);
    }
    if (words !== undefined || name === undefined) continue;
    if (closing) {
      const at = open.map((element) => element.name).lastIndexOf(name.toLowerCase());
      if (at > 0) open.length = at;
    } else {
      const attributes: Record<string, string> = {};
      for (const [, key = "", double, single] of rest.matchAll(ATTRIBUTE))
        attributes[key.toLowerCase()] = decode(double ?? single ?? "");
      const element: XmlElement = {
        name: name.toLowerCase(),
        attributes,
        children: [],
        text: "",
        parts: [],
      };
      parent.children.push(element);
      parent.parts.push(element);
      if (!selfClosing && !/^(?:br|img|hr)$/.test(element.name) && open.length < DEEPEST)
        open.push(element);
    }
  }
  return root;
}

/** All elements of a name below this one. */
export function elementsNamed({ children }: XmlElement, name: string): XmlElement[] {
  return children.flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...elementsNamed(child, name),
  ]);
}

/** Elements that end a line of text. */
const LINES = /^(?:p|br|div|li|tr|h\d)$/;

/** The text of an element and all below it, as of `type="xhtml"` in Atom. */
function wholeText({ name, parts }: XmlElement): string {
  const text = parts.map((part) => (typeof part === "string" ? part : wholeText(part))).join("");
  return LINES.test(name) ? `${text}\n` : text;
}

/** The text of the first child with one of these names; null for none. */
export function textOfChild({ children }: XmlElement, ...names: string[]): string | null {
  for (const name of names)
    for (const child of children) {
      if (child.name !== name) continue;
      const text = (child.attributes.type === "xhtml" ? wholeText(child) : child.text).trim();
      if (text !== "") return text;
    }
  return null;
}
