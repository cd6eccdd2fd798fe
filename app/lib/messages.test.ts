import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { LOCALES } from "./locale";
import { createTranslate } from "./translate";

const PLURAL = /_(zero|one|two|few|many|other)$/;
const LOCALE_FOLDER = new URL("../locales/", import.meta.url);

function flat(node: unknown, path = ""): [string, string][] {
  if (typeof node === "string") return [[path, node]];
  return Object.entries(node as object).flatMap(([key, value]) => flat(value, path ? `${path}.${key}` : key));
}

const namespaces = readdirSync(new URL("en", LOCALE_FOLDER)).filter((file) => file.endsWith(".json"));
const read = (locale: string, file: string) => flat(JSON.parse(readFileSync(new URL(`${locale}/${file}`, LOCALE_FOLDER), "utf8")));

function sources(folder: URL): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const url = new URL(entry.isDirectory() ? `${entry.name}/` : entry.name, folder);
    if (entry.isDirectory()) return entry.name === "locales" ? [] : sources(url);
    return /\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name) ? [readFileSync(url, "utf8")] : [];
  });
}

describe("the texts", () => {
  it.each(namespaces)("of %s exist in both languages", (file) => {
    const [en = [], fa = []] = LOCALES.map((locale) => read(locale, file).map(([key]) => key.replace(PLURAL, "")));
    expect([...new Set(fa)].sort()).toEqual([...new Set(en)].sort());
  });

  it.each(namespaces)("of %s take the same values in both languages", (file) => {
    const values = (locale: string) =>
      new Map(read(locale, file).map(([key, text]) => [key, [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()]));
    const fa = values("fa");
    for (const [key, names] of values("en")) if (fa.has(key)) expect([key, fa.get(key)]).toEqual([key, names]);
  });

  it.each(["common", "events", "pages"])("of %s are all used", (namespace) => {
    const code = [...sources(new URL("../", import.meta.url)), ...sources(new URL("../../worker/", import.meta.url))].join("\n");
    const written = new Set([...code.matchAll(/["'`]((?:common|events|pages):[\w.-]+)["'`]/g)].map(([, key]) => key));
    const begun = [...code.matchAll(/`((?:common|events|pages):[\w.-]*)\$\{/g)].map(([, prefix]) => prefix as string);
    const unused = read("en", `${namespace}.json`)
      .map(([path]) => `${namespace}:${path.replace(PLURAL, "")}`)
      .filter((key) => !written.has(key) && !begun.some((prefix) => key.startsWith(prefix)));
    expect(unused).toEqual([]);
  });

  it("are written with Persian letters and digits in Persian", () => {
    for (const file of namespaces)
      for (const [key, text] of read("fa", file)) {
        expect([file, key, /[يك]/.test(text)]).toEqual([file, key, false]);
      }
  });
});

describe("a translator", () => {
  const t = createTranslate("fa", { common: { found_one: "{{count}} تا", found_other: "{{count}} تا", hello: "سلام {{name}}" } }) as (
    key: string,
    values?: object,
  ) => string;

  it("puts values in, numbers in the reader's digits", () => {
    expect(t("common:hello", { name: "نیما" })).toBe("سلام نیما");
    expect(t("common:found", { count: 1234 })).toBe("۱٬۲۳۴ تا");
  });

  it("shows the key where a text is missing, so that it is seen", () => {
    expect(t("common:nothing")).toBe("common:nothing");
  });
});
