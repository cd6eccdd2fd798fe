import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addressedLanguage, inLanguage, mailLink } from "./addressed-language";

describe("the language in the address", () => {
  it.each([
    ["?lang=fa", "fa"],
    ["?q=x&lang=en-GB", "en"],
    ["?lang=de", null],
    ["", null],
  ])("is read from %s", (search, locale) => {
    expect(addressedLanguage(search)).toBe(locale);
  });

  it.each([
    ["/cities", "/cities?lang=fa"],
    ["/events?q=%D8%B3%D8%A7%D8%B2&free=1", "/events?q=%D8%B3%D8%A7%D8%B2&free=1&lang=fa"],
    ["/discover#city", "/discover?lang=fa#city"],
    ["?page=2#results", "?page=2&lang=fa#results"],
    ["/help?lang=en", "/help?lang=en"],
    ["#main", "#main"],
    ["", ""],
    ["https://elsewhere.example/", "https://elsewhere.example/"],
    ["//elsewhere.example/", "//elsewhere.example/"],
    ["mailto:hello@rooydad.example", "mailto:hello@rooydad.example"],
  ])("is added to our own links only: %s", (href, carried) => {
    expect(inLanguage(href, "fa")).toBe(carried);
    expect(inLanguage(href, null)).toBe(href);
  });
});

describe("a link in an email", () => {
  it.each([
    ["https://rooydad.example", "fa", "https://rooydad.example/?lang=fa"],
    ["https://rooydad.example/events", "fa", "https://rooydad.example/events?lang=fa"],
    [
      "http://127.0.0.1:8787/reset-password?token=a-b_c",
      "en",
      "http://127.0.0.1:8787/reset-password?token=a-b_c&lang=en",
    ],
    [
      "https://rooydad.example/reset-password?token=a-b_c",
      null,
      "https://rooydad.example/reset-password?token=a-b_c",
    ],
  ] as const)("%s in %s is %s", (url, locale, expected) => {
    expect(mailLink(url, locale)).toBe(expected);
  });
});

describe("every link and form", () => {
  it("uses our own component, because Remix's would drop the language", () => {
    const folder = new URL("../", import.meta.url);
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) =>
      file.endsWith(".tsx"),
    );
    const others = files.filter((file) =>
      /import \{[^}]*\b(Link|NavLink|Form)\b[^}]*\} from "@remix-run/.test(
        readFileSync(new URL(file, folder), "utf8"),
      ),
    );
    expect(others).toEqual(["ui/link.tsx"]);
  });
});
