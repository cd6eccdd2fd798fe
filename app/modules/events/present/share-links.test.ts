import { describe, expect, it } from "vitest";
import { shareLinks } from "./present-event.server";

describe("shareLinks", () => {
  const links = shareLinks("https://rooydad.example/events/1", "شب سه‌تار & دف + چای");

  it.each([
    ["telegram", "t.me"],
    ["bale", "ble.ir"],
    ["eitaa", "eitaa.com"],
    ["x", "x.com"],
  ] as const)("gives %s the address and the title", (service, host) => {
    expect(new URL(links[service]).host).toBe(host);
    expect(Object.fromEntries(new URL(links[service]).searchParams)).toEqual({
      url: "https://rooydad.example/events/1",
      text: "شب سه‌تار & دف + چای",
    });
  });

  it("gives WhatsApp one text", () => {
    expect(new URL(links.whatsApp).searchParams.get("text")).toBe(
      "شب سه‌تار & دف + چای\nhttps://rooydad.example/events/1",
    );
  });

  it("writes a space in an email as %20, because readers would show a plus", () => {
    const { searchParams, protocol } = new URL(links.email);
    expect(protocol).toBe("mailto:");
    expect(searchParams.get("subject")).toBe("شب سه‌تار & دف + چای");
    expect(links.email.replaceAll("%2B", "")).not.toContain("+");
  });
});
