import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "../../routes";
import { crumbsOf } from "./breadcrumbs";

/** Layouts with breadcrumbs (components/dashboard). */
const WITH_CRUMBS = ["routes/account/layout.tsx", "routes/admin/layout.tsx", "routes/my-events/layout.tsx"];

const pagesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [...(path === undefined ? [] : [`/${path}`]), ...pagesOf(children ?? [])]);

/** Pages with breadcrumbs whose path ends in a word, not in an id or a splat. */
const NAMED = pagesOf(routes.filter(({ file }) => WITH_CRUMBS.includes(file))).filter((path) => /\/[\w-]+$/.test(path));

test("given every page of the administration, then it is among those that are looked at", () => {
  expect(NAMED).toEqual(expect.arrayContaining(["/admin/notification-rules", "/admin/ai-ingestion/candidates", "/account/data"]));
  expect(NAMED.filter((path) => path.startsWith("/admin/")).length).toBeGreaterThan(15);
});

test.each(NAMED)("given the page %s, the last step is that page itself", (path) => {
  expect(crumbsOf(path.replaceAll(/:\w+/g, "019b7647-f000-7a10-9c44-52e1a07c3b11")).at(-1)?.path).toBe(
    path.replaceAll(/:\w+/g, "019b7647-f000-7a10-9c44-52e1a07c3b11"),
  );
});

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
