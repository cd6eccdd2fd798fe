import { expect, test } from "vitest";
import { type Crumbs, trailOf } from "./breadcrumbs";

const ID = "019b7647-f000-7a10-9c44-52e1a07c3b11";
const NAMES: Crumbs = {
  "/account": "common:crumb.account",
  "/account/security": "common:crumb.security",
  "/events": "common:nav.events",
  "/events/:eventId/delete": "common:crumb.delete",
};

test("breadcrumbs of a path with two named steps give each step its own path", () => {
  expect(trailOf("/account/security", NAMES)).toEqual([
    { text: "common:crumb.account", path: "/account" },
    { text: "common:crumb.security", path: "/account/security" },
  ]);
});

test.each([`/account/${ID}`, "/account/42", "/account/constructor"])(
  "breadcrumbs of %s skip ids",
  (path) => {
    expect(trailOf(path, NAMES)).toEqual([{ text: "common:crumb.account", path: "/account" }]);
  },
);

test("breadcrumbs of a page about an event start with the list of events", () => {
  const path = `/events/${ID}/delete`;
  expect(trailOf(path, NAMES)).toEqual([
    { text: "common:nav.events", path: "/events" },
    { text: "common:crumb.delete", path },
  ]);
});
