import * as build from "virtual:remix/server-build";
import type { ServerBuild } from "@remix-run/cloudflare";
import { describe, expect, it } from "vitest";
import { COSTS } from "../../app/lib/http/route-budget";
import { createRouteMap } from "../../app/lib/pages/route-map.server";
import { isStaffRole, PERMISSIONS, type ROLES } from "../../app/lib/permissions";
import { routeMap } from "../../worker/route-map";

const ID = "019b7647-f000-7a10-9c44-52e1a07c3b11";
const { entries } = routeMap;
const known = new Set<string | null>([...Object.keys(PERMISSIONS), "inherited", null]);
/** Layouts with breadcrumbs. */
const WITH_CRUMBS = ["routes/account/layout", "routes/admin/layout", "routes/my-events/layout"];

describe("the handle of a route", () => {
  it("is there for each, with a permission and a budget [S-146]", () => {
    expect(entries.length).toBeGreaterThan(130);
    expect(
      entries.filter(
        ({ facts }) =>
          !known.has(facts.permission) ||
          !(facts.budget === "import" || facts.budget === "door" || facts.budget in COSTS),
      ),
    ).toEqual([]);
  });

  it("stops the Worker from starting where it is missing [S-90]", () => {
    const help = build.routes["routes/public/help/route"];
    const routes = {
      ...build.routes,
      "routes/public/help/route": { ...help, module: { ...help?.module, handle: undefined } },
    } as ServerBuild["routes"];
    expect(() => createRouteMap(routes)).toThrow("routes/public/help/route exports no handle");
  });

  it("lets nobody but staff into the staff area [S-89]", () => {
    const staff = entries.filter(({ pattern }) => /^\/admin(\/|\.|$)/.test(pattern));
    expect(staff.length).toBeGreaterThan(50);
    const open = staff.filter(
      ({ facts: { permission } }) =>
        permission === null ||
        permission === "inherited" ||
        !isStaffRole(PERMISSIONS[permission].role) ||
        !PERMISSIONS[permission].isVerified,
    );
    expect(open.map(({ pattern }) => pattern)).toEqual([]);
  });

  it("names each page with breadcrumbs whose address ends in a word, and no other", () => {
    const pages = entries.filter(
      ({ isPage, parents }) => isPage && WITH_CRUMBS.some((layout) => parents.includes(layout)),
    );
    expect(pages.length).toBeGreaterThan(50);
    const wrong = pages.filter(
      ({ pattern, facts }) => /\/[\w-]+$/.test(pattern) !== Boolean(facts.crumb),
    );
    expect(wrong.map(({ pattern }) => pattern)).toEqual([]);
  });

  it("puts pages with an address of their own into the staff's sidebar", () => {
    const shown = entries.filter(({ facts }) => facts.nav);
    expect(shown.length).toBeGreaterThan(20);
    expect(
      shown.filter(({ pattern, isPage }) => !isPage || !/^\/admin\/[\w-]+$/.test(pattern)),
    ).toEqual([]);
  });
});

describe("the sidebar of the staff area", () => {
  const pagesFor = (role: (typeof ROLES)[number]) =>
    routeMap
      .navigationFor({ id: ID, role, isVerified: true, sessionId: ID })
      .map(({ text, pages }) => [text, ...pages.map(({ path }) => path.slice("/admin/".length))]);

  it("has the pages that a role may open, in the order of the route table", () => {
    expect(pagesFor("user")).toEqual([]);
    expect(pagesFor("moderator")).toEqual([
      ["admin:nav.overview", "dashboard"],
      [
        "admin:nav.content",
        ...["inbox", "events", "pending-events", "flagged-events", "weeks", "cities", "venues"],
        "claims",
      ],
      [
        "admin:nav.notifications",
        ...["notification-rules", "email-templates", "notification-analytics"],
      ],
      ["admin:nav.system", "settings", "feature-flags", "ux-settings", "audit-log"],
    ]);
    expect(pagesFor("owner").flat().length).toBe(28);
  });
});

describe("the permission of an address", () => {
  it.each([
    ["/admin", "admin:enter"],
    ["/admin/events/bulk-create", "ingestion:manage"],
    ["/admin/users/019b", "user:manage"],
    ["/admin/users/019b/and/more", "user:manage"],
    ["/admin/users-and-more", "admin:enter"],
    ["/administration", null],
    ["/account/security", "account:manage"],
    ["/account/nothing", "account:manage"],
    ["/accounts", null],
    ["/events/create", "event:create"],
    ["/events/created", null],
    ["/events/019b/delete", "event:create"],
    ["/collections", "collection:manage"],
    ["/collections/new", "collection:manage"],
    ["/collections/019b", null],
    ["/collections/019b/edit", "collection:manage"],
    ["/profile/settings/old", "account:manage"],
    ["/", null],
    ["/_root.data", null],
  ])("%s: %s", (path, permission) => {
    expect(routeMap.permissionFor(path)).toBe(permission);
  });

  it.each([
    "/account/",
    "//account",
    "/Account",
    "/%61ccount",
    "/%41CCOUNT/",
    "/account.data",
    "/%61ccount.data",
    "/account/.data",
  ])("is that of /account in every spelling: %s", (path) => {
    expect(routeMap.permissionFor(path)).toBe("account:manage");
  });

  it("keeps an encoded slash in its segment, and a broken escape in the staff area", () => {
    expect(routeMap.permissionFor("/help%2Faccount")).toBeNull();
    expect(routeMap.permissionFor("/admin/%FF")).toBe("admin:enter");
  });
});
