import { expect, test } from "vitest";
import { visitSource } from "./visits.server";

const from = (referer?: string) =>
  visitSource(
    new Request("https://rooydad.example/events/1", {
      headers: referer === undefined ? {} : { Referer: referer },
    }),
  );

test.each([
  [undefined, "direct"],
  ["not an address", "direct"],
  ["android-app://org.telegram.messenger/", "direct"],
  ["https://rooydad.example/events?city=tehran", "here"],
  ["https://rooydad.example/embed/events?organizer=o", "embed"],
  ["https://www.google.com/", "search"],
  ["https://www.google.co.uk/", "search"],
  ["https://duckduckgo.com/", "search"],
  ["https://t.me/s/channel", "social"],
  ["https://l.instagram.com/", "social"],
  ["https://x.com/", "social"],
  ["https://notx.com/", "site"],
  ["https://google.evil.example/", "site"],
  ["https://theatre.example/programme", "site"],
])("%s is %s", (referer, source) => {
  expect(from(referer)).toBe(source);
});
