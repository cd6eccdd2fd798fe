import { AppError } from "../../../lib/errors";
import { htmlText } from "../text/html-text";
import type { Json } from "./linked-data";
import { MICROFORMATS, microformatsInto } from "./microformats";

/** The parts of a page that describe it to machines. */
export interface PageParts {
  documents: string[];
  /** Events of schema.org in attributes (microdata), as JSON-LD has them. */
  items: Json[];
  /** Events of microformats, as JSON-LD has them. */
  formats: Json[];
  properties: Map<string, string>;
  title: string;
  /** Addresses of links, in order. */
  links: string[];
}

/** An `itemscope` that is still open. */
interface OpenItem {
  value: Json;
  /** Property of the item around it; null at the top. */
  name: string | null;
}

const MICRODATA_VALUES: Record<string, string> = {
  meta: "content",
  time: "datetime",
  a: "href",
  link: "href",
  img: "src",
  data: "value",
};
const LINKS = 2_000;

/**
 * Collects microdata while a page is rewritten: items within items, properties as attributes or
 * text.
 */
function microdataInto(items: Json[]) {
  const open: OpenItem[] = [];
  const texts: { to: Json; name: string; text: string }[] = [];
  /** Items by the elements further on that belong to them (`itemref`). */
  const referred = new Map<string, Json>();
  const put = (to: Json, name: string, value: unknown) => {
    for (const one of name.split(/\s+/)) {
      const known = to[one];
      to[one] = known === undefined ? value : [known, value].flat();
    }
  };
  return {
    element(element: Element) {
      const name = element.getAttribute("itemprop");
      const referring = referred.get(element.getAttribute("id") ?? "");
      const around = open.at(-1)?.value ?? referring;
      if (element.hasAttribute("itemscope")) {
        if (open.length > 6 || items.length > 1_000) return;
        const type = (element.getAttribute("itemtype") ?? "").replace(
          /^https?:\/\/schema\.org\//,
          "",
        );
        const value: Json = { "@type": type };
        for (const id of (element.getAttribute("itemref") ?? "").split(/\s+/))
          if (id !== "") referred.set(id, value);
        if (name && around) put(around, name, value);
        else items.push(value);
        open.push({ value, name });
        if (!VOID.has(element.tagName)) element.onEndTag(() => void open.pop());
        else open.pop();
        return;
      }
      if (!name && referring && !VOID.has(element.tagName)) {
        open.push({ value: referring, name: null });
        element.onEndTag(() => void open.pop());
      }
      if (!name || !around) return;
      const attribute =
        element.getAttribute("content") ??
        element.getAttribute(MICRODATA_VALUES[element.tagName] ?? "content");
      if (attribute !== null) {
        put(around, name, attribute);
        return;
      }
      if (VOID.has(element.tagName)) return;
      const text = { to: around, name, text: "" };
      texts.push(text);
      element.onEndTag(() => {
        texts.splice(texts.indexOf(text), 1);
        put(text.to, text.name, htmlText(text.text));
      });
    },
    text({ text }: { text: string }) {
      for (const one of texts) if (one.text.length < 20_000) one.text += text;
    },
  };
}

const VOID = new Set(["meta", "link", "img", "br", "input", "hr", "source"]);

/** Collects the parts of a page that describe it to machines. */
export async function pageParts(html: string): Promise<PageParts> {
  const parts: PageParts = {
    documents: [],
    items: [],
    formats: [],
    properties: new Map(),
    title: "",
    links: [],
  };
  // A document of JSON-LD alone.
  if (/^[\s\uFEFF]*[{[]/.test(html)) return { ...parts, documents: [html] };
  const microdata = microdataInto(parts.items);
  const formats = microformatsInto(parts.formats);
  const rewriter = new HTMLRewriter()
    .on(MICROFORMATS, formats)
    .on("[itemscope], [itemprop], [id]", { element: microdata.element })
    .on("[itemprop]", { text: microdata.text })
    .on("a[href]", {
      element: (link) => {
        const href = link.getAttribute("href");
        if (href && parts.links.length < LINKS) parts.links.push(href);
      },
    })
    .on('script[type^="application/ld+json" i]', {
      element: () => void parts.documents.push(""),
      text: (chunk) => {
        parts.documents[parts.documents.length - 1] += chunk.text;
      },
    })
    .on("meta[content]", {
      element: (meta) => {
        const name = (
          meta.getAttribute("property") ??
          meta.getAttribute("name") ??
          ""
        ).toLowerCase();
        if (name && !parts.properties.has(name))
          parts.properties.set(name, htmlText(meta.getAttribute("content")) ?? "");
      },
    })
    .on("head > title", {
      text: (chunk) => {
        parts.title += chunk.text;
      },
    });
  await runThrough(rewriter, html);
  return parts;
}

/**
 * Runs a page through a rewriter. @throws AppError("invalid") with an issue at `url` for a page whose
 * elements are nested deeper than the parser goes
 */
export async function runThrough(rewriter: HTMLRewriter, html: string): Promise<void> {
  try {
    await rewriter.transform(new Response(html)).arrayBuffer();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new AppError("invalid", [{ path: "url", message: "errors:issue.unreachable" }]);
  }
}
