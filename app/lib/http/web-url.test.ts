import { describe, expect, it } from "vitest";
import { pictureUrl, webUrl } from "./web-url";

describe("webUrl", () => {
  it.each([
    ["https://tickets.example/a?b=1", "https://tickets.example/a?b=1"],
    ["HTTP://Tickets.example", "http://tickets.example/"],
    ["https://بلیت.example/شب", "https://xn--ngbe1fy0a.example/%D8%B4%D8%A8"],
  ])("takes %s", (text, href) => {
    expect(webUrl(text)?.href).toBe(href);
  });

  it.each([
    null,
    "",
    "tickets.example/a",
    "//tickets.example",
    "javascript:alert(1)",
    " java\nscript:alert(1)",
    "data:text/html,x",
    "ftp://tickets.example",
    "mailto:a@b.example",
  ])("refuses %j", (text) => {
    expect(webUrl(text)).toBeNull();
  });
});

describe("pictureUrl", () => {
  it.each([
    ["https://pictures.example/a.jpg", "https://pictures.example/a.jpg"],
    ["/media/a.jpg", "https://rooydad.example/media/a.jpg"],
    [null, null],
    ["", null],
    ["http://", null],
    ["javascript:alert(1)", null],
    ["data:image/png;base64,AAAA", null],
  ])("of %j is %j", (address, url) => {
    expect(pictureUrl(address, "https://rooydad.example")).toBe(url);
  });
});
