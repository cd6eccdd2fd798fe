import type { RouteConfigEntry } from "@remix-run/route-config";
import { expect, test } from "vitest";
import routes from "../../routes";
import { crumbsOf } from "./breadcrumbs";

/** Layouts with breadcrumbs (components/dashboard). */
const WITH_CRUMBS = [
  "routes/account/layout.tsx",
  "routes/admin/layout.tsx",
  "routes/my-events/layout.tsx",
];

const pagesOf = (entries: readonly RouteConfigEntry[]): string[] =>
  entries.flatMap(({ path, children }) => [
    ...(path === undefined ? [] : [`/${path}`]),
    ...pagesOf(children ?? []),
  ]);

/** Pages with breadcrumbs whose path ends in a word, not in an id or a splat. */
const NAMED = pagesOf(routes.filter(({ file }) => WITH_CRUMBS.includes(file))).filter((path) =>
  /\/[\w-]+$/.test(path),
);

test("breadcrumbs cover every page of the administration", () => {
  expect(NAMED).toEqual(
    expect.arrayContaining([
      "/admin/notification-rules",
      "/admin/ai-ingestion/candidates",
      "/account/data",
    ]),
  );
  expect(NAMED.filter((path) => path.startsWith("/admin/")).length).toBeGreaterThan(15);
});

test.each(NAMED)("the last breadcrumb of %s is the page itself", (path) => {
  expect(
    crumbsOf(path.replaceAll(/:\w+/g, "019b7647-f000-7a10-9c44-52e1a07c3b11")).at(-1)?.path,
  ).toBe(path.replaceAll(/:\w+/g, "019b7647-f000-7a10-9c44-52e1a07c3b11"));
});

test("breadcrumbs of a path with two named steps give each step its own path", () => {
  expect(crumbsOf("/account/security")).toEqual([
    { text: "common:crumb.account", path: "/account" },
    { text: "common:crumb.security", path: "/account/security" },
  ]);
});

test.each(["/account/019b7647-f000-7a10-9c44-52e1a07c3b11", "/account/42", "/account/constructor"])(
  "breadcrumbs of %s skip ids",
  (path) => {
    expect(crumbsOf(path)).toEqual([{ text: "common:crumb.account", path: "/account" }]);
  },
);

test("breadcrumbs of a page about an event start with the list of events", () => {
  const path = "/events/019b7647-f000-7a10-9c44-52e1a07c3b11/delete";
  expect(crumbsOf(path)).toEqual([
    { text: "common:nav.events", path: "/events" },
    { text: "common:crumb.delete", path },
  ]);
});
