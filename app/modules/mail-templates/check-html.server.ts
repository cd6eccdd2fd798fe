import { TagToken, type Template, Tokenizer, toValueSync } from "liquidjs";
import { engineOf, parseTemplate, TemplateFault } from "./liquid.server";
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
const RENDERED_PICTURE = /^https?:\/\//;
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
 * handlers, style sheets), addresses of scripts, styles that load something, elements that do not close in order, Liquid
 * that decides within a tag, and names of the template's own that pass for our addresses.
 * @throws TemplateFault that names it, with its line
 */
export function checkHtml(source: string): void {
  checkNames(parseTemplate("html", source));
  const { html, values } = withoutLiquid(source);
  const valuesBefore = (place: number) => html.slice(0, place).split(VALUE).length - 1;
  checkElements(html, ({ name, value, place }) => {
    // What decides within a tag may take its quotation marks away.
    if (value.includes(LOGIC)) return false;
    if (name === "style") return !value.includes(VALUE) && !STYLE_REFUSED.test(value);
    if (name !== "href" && name !== "src") return true;
    if (value.startsWith(VALUE)) return holdsAddress(values[valuesBefore(place)]);
    return name === "href" ? ADDRESS.test(value) : PICTURE.test(value);
  });
}

/**
 * As `checkHtml`, of what a template has become: whatever way round the check of its source there may be, nothing goes out
 * that a mail may not hold. Addresses may be empty, and pictures our own, where the product runs without TLS.
 * @throws TemplateFault that names it
 */
export function checkRendered(html: string): void {
  checkElements(html, ({ name, value }) => {
    if (name === "style") return !STYLE_REFUSED.test(value);
    if (name !== "href" && name !== "src") return true;
    return value === "" || (name === "href" ? ADDRESS : RENDERED_PICTURE).test(value);
  });
}

/** @throws TemplateFault where a template gives what is an address of ours, or the preheader, a value of its own */
function checkNames(templates: readonly Template[]): void {
  for (const template of templates) {
    const local = [...(template.localScope?.() ?? [])].map((name) => ("content" in name ? name.content : ""));
    const names = [...local, ...(template.blockScope?.() ?? [])];
    const [line] = template.token.getPosition();
    // The preheader is what is captured, which comes escaped.
    const isAssigned = template.token instanceof TagToken && template.token.name === "assign";
    for (const name of names)
      if (ADDRESS_VARIABLES.includes(name) || (name === "preheader" && isAssigned))
        throw new TemplateFault("html", line ?? null, `${template.token instanceof TagToken ? template.token.name : ""} ${name}`.trim());
    const inner = template.children?.(false, true);
    if (inner) checkNames(toValueSync(inner) as Template[]);
  }
}

interface Attribute {
  name: string;
  value: string;
  /** Where it stands in the HTML. */
  place: number;
}

function checkElements(html: string, isAllowed: (attribute: Attribute) => boolean): void {
  const open: { tag: string; place: number }[] = [];
  const fault = (reason: "html" | "unclosed", place: number, subject: string) =>
    new TemplateFault(reason, html.slice(0, place).split("\n").length, subject);
  for (let place = html.indexOf("<"); place !== -1; place = html.indexOf("<", TAG.lastIndex)) {
    TAG.lastIndex = place;
    const found = TAG.exec(html);
    if (!found) throw fault("html", place, html.slice(place, place + 24).split(/[\n\uE000\uE001]/)[0] ?? "<");
    const [, slash, tag = "", rest = ""] = found;
    if (!TAGS.has(tag)) throw fault("html", place, `<${tag.replace(/[\uE000\uE001]/g, "")}>`);
    if (slash) {
      if (open.pop()?.tag !== tag) throw fault("unclosed", place, `</${tag}>`);
      continue;
    }
    if (!VOID.has(tag)) open.push({ tag, place });
    for (const { 1: name = "", 2: value = "", index } of rest.matchAll(ATTRIBUTE)) {
      const refused =
        refusedOf(name, value) ?? (isAllowed({ name, value, place: place + 1 + tag.length + index }) ? null : shown(name, value));
      if (refused !== null) throw fault("html", place, refused.replace(/[\uE000\uE001]/g, "…"));
    }
  }
  const left = open.pop();
  if (left) throw fault("unclosed", left.place, `<${left.tag}>`);
}

const shown = (name: string, value: string) => `${name}="${value.slice(0, 40)}"`;

/** What is refused of an attribute wherever it stands; null for one that there may be. */
function refusedOf(name: string, value: string): string | null {
  if (!ATTRIBUTES.has(name)) return name;
  return value.includes(">") ? `${name}="…>…"` : null;
}
