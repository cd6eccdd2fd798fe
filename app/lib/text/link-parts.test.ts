import { describe, expect, it } from "vitest";
import { linkParts } from "./link-parts";

const addresses = (text: string) => linkParts(text).flatMap(({ href }) => href ?? []);

describe("links in a description", () => {
  it.each([
    ["Tickets: https://tik8.example/a?b=1.", ["https://tik8.example/a?b=1"]],
    ["(see https://x.example/a_(b))", ["https://x.example/a_(b)"]],
    ["بلیت در https://x.example/الف، ساعت ۱۹", ["https://x.example/الف"]],
    ["http://a.example and HTTPS://b.example/!", ["http://a.example", "HTTPS://b.example/"]],
    ["javascript:alert(1) ftp://a.example www.example.com https://", []],
    ["no address", []],
    ["", []],
  ])("are found in %s", (text, expected) => {
    expect(addresses(text)).toEqual(expected);
    expect(
      linkParts(text)
        .map((part) => part.text)
        .join(""),
    ).toBe(text);
  });
});
