import { expect, test } from "vitest";
import { crumbsOf } from "./breadcrumbs";

test("given a path of two named steps, each step has its own path", () => {
  expect(crumbsOf("/account/security")).toEqual([
    { text: "common:crumb.account", path: "/account" },
    { text: "common:crumb.security", path: "/account/security" },
  ]);
});

test.each(["/account/019b7647-f000-7a10-9c44-52e1a07c3b11", "/account/42", "/account/constructor"])(
  "given %s, what looks like an id is left out",
  (path) => {
    expect(crumbsOf(path)).toEqual([{ text: "common:crumb.account", path: "/account" }]);
  },
);

test("given what is asked of an event, the list of events stands before it", () => {
  const path = "/events/019b7647-f000-7a10-9c44-52e1a07c3b11/delete";
  expect(crumbsOf(path)).toEqual([
    { text: "common:nav.events", path: "/events" },
    { text: "common:crumb.delete", path },
  ]);
});
