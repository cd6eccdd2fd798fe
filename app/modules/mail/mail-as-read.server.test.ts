import { describe, expect, it } from "vitest";
import { paths } from "../../lib/paths";
import { mailForStaff } from "./layout.server";

const SITE = "https://rooydad.example";
const html = (content: string) => mailForStaff({ text: "", html: content }, SITE).html;
const escaped = (path: string) => `${SITE}${path}`.replaceAll("&", "&amp;");

describe("an email of the outbox, as staff see it,", () => {
  it("has neither the tracking pixel nor pictures from other sites", () => {
    for (const src of [
      escaped(paths.mailOpened("m", "t")),
      "https://elsewhere.example/x.png",
      "//elsewhere.example/x.png",
      "http://[",
      "",
    ])
      expect(html(`<p>a</p><img src="${src}" width="1" alt=""><p>b</p>`)).toBe("<p>a</p><p>b</p>");
    expect(html("<IMG alt=''>")).toBe("");
  });

  it("has no style sheet, which the page's CSP would refuse", () => {
    expect(html("<style>.a{color:red}</style><p>a</p>")).toBe("<p>a</p>");
  });

  it("keeps our own pictures", () => {
    const cover = `<img src="${SITE}/og-en.png" width="96" alt="">`;
    expect(html(cover)).toBe(cover);
  });

  it("has links without click tracking", () => {
    const counted = paths.mailClicked("m", "/events/1?a=b", "t");
    const read = mailForStaff(
      {
        text: `See\n${SITE}${counted}\nor https://a.example/`,
        html: `<a href="${escaped(counted)}">x</a>`,
      },
      SITE,
    );
    expect(read.text).toBe(`See\n${SITE}/events/1?a=b\nor https://a.example/`);
    expect(read.html).toBe(`<a href="${SITE}/events/1?a=b">x</a>`);
    expect(html('<a href="https://a.example/?a=1&amp;b=2">x</a>')).toBe(
      '<a href="https://a.example/?a=1&amp;b=2">x</a>',
    );
  });
});
