import { Tokenizer } from "liquidjs";
import { engineOf, TemplateFault } from "./liquid.server";
import { ADDRESS_VARIABLES } from "./variables";

/** What a mail's body may be made of. Everything else is refused by name: scripts, frames, forms, style sheets … */
const TAGS = new Set(
  "a b bdi bdo blockquote br code div em h1 h2 h3 hr i img li ol p pre s small span strong sub sup table tbody td th thead tr u ul".split(
    " ",
  ),
);
const VOID = new Set(["br", "hr", "img"]);
const ATTRIBUTES = new Set(
  "align alt aria-hidden aria-label border cellpadding cellspacing class colspan dir height href lang role rowspan src style title valign width".split(
    " ",
  ),
);
/** What loads from elsewhere, runs, or leaves its place. */
const STYLE_REFUSED = /url\s*\(|expression|@|\\|&|<|javascript|behavior|-moz-binding|position\s*:|image-set|var\s*\(/i;
const ADDRESS = /^(https?:\/\/|mailto:|#)/;
const PICTURE = /^https:\/\//;
/** A tag whose attributes all have values in double quotes. */
const TAG = /<(\/?)([A-Za-z][^\s/>]*)((?:\s+[^\s=>"'/]+(?:="[^"]*")?)*)\s*\/?>/y;
const ATTRIBUTE = /([^\s=]+)(?:="([^"]*)")?/g;

/** Stand for what Liquid puts there: a value, or a tag of its own. Characters that nobody types. */
const VALUE = "\uE000";
const LOGIC = "\uE001";

const lines = (text: string) => "\n".repeat(text.split("\n").length - 1);

/** The HTML of a template without its Liquid, line by line where it was. */
function withoutLiquid(source: string): { html: string; values: string[] } {
  if (/[\uE000\uE001]/.test(source)) throw new TemplateFault("html", null, "U+E000");
  const values: string[] = [];
  const html = new Tokenizer(source).readTopLevelTokens(engineOf("html").options).map((token) => {
    const text = token.getText();
    if (text.startsWith("{{")) {
      values.push(text.replace(/^\{\{-?|-?\}\}$/g, "").trim());
      return VALUE + lines(text);
    }
    return text.startsWith("{%") ? LOGIC + lines(text) : text;
  });
  return { html: html.join(""), values };
}

/** Whether it is nothing but a variable that holds an address. */
const holdsAddress = (value: string | undefined) =>
  value !== undefined && /^([a-z_]+\.)?[a-z_]+$/.test(value) && ADDRESS_VARIABLES.includes(value.replace(/^.*\./, ""));

/**
 * Refuses what has no place in a mail: elements and attributes beyond those that mails need (so scripts, frames, forms,
 * handlers, style sheets), addresses of scripts, styles that load something, and elements that do not close in order.
 * @throws TemplateFault that names it, with its line
 */
export function checkHtml(source: string): void {
  const { html, values } = withoutLiquid(source);
  const open: { tag: string; line: number }[] = [];
  const lineAt = (place: number) => html.slice(0, place).split("\n").length;
  const valuesBefore = (place: number) => html.slice(0, place).split(VALUE).length - 1;
  for (let place = html.indexOf("<"); place !== -1; place = html.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = place;
    const found = TAG.exec(html);
    const line = lineAt(place);
    if (!found) throw new TemplateFault("html", line, html.slice(place, place + 24).split(/[\n\uE000\uE001]/)[0] ?? "<");
    const [, slash, tag = "", rest = ""] = found;
    if (!TAGS.has(tag)) throw new TemplateFault("html", line, `<${tag.replace(/[\uE000\uE001]/g, "")}>`);
    if (slash) {
      if (open.pop()?.tag !== tag) throw new TemplateFault("unclosed", line, `</${tag}>`);
      continue;
    }
    if (!VOID.has(tag)) open.push({ tag, line });
    for (const { 1: name = "", 2: value = "", index } of rest.matchAll(ATTRIBUTE))
      checkAttribute(name, value, line, values[valuesBefore(place + 1 + tag.length + index)]);
  }
  const left = open.pop();
  if (left) throw new TemplateFault("unclosed", left.line, `<${left.tag}>`);
}

/** @param first what its first value says, in Liquid */
function checkAttribute(name: string, value: string, line: number, first: string | undefined): void {
  const refuse = (subject: string): never => {
    throw new TemplateFault("html", line, subject.replace(/[\uE000\uE001]/g, "…"));
  };
  if (!ATTRIBUTES.has(name)) refuse(name);
  if (value.includes(">")) refuse(`${name}="…>…"`);
  if (name === "style" && (STYLE_REFUSED.test(value) || /[\uE000\uE001]/.test(value))) refuse(`style="${value.slice(0, 40)}"`);
  if (name !== "href" && name !== "src") return;
  const isVariable = value.startsWith(VALUE) && holdsAddress(first);
  const isAddress = name === "href" ? ADDRESS.test(value) : PICTURE.test(value);
  if (value.includes(LOGIC) || !(isAddress || isVariable)) refuse(`${name}="${value.slice(0, 40)}"`);
}
