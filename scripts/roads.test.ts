import { execFileSync } from "node:child_process";
import { globSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import process from "node:process";
import { expect, it } from "vitest";

const filesWith = (text: string, files: string): string[] =>
  globSync(files).filter((file) => readFileSync(file, "utf8").includes(text));

it("routes answer errors of commands by formAnswer, expecting and orNull", () => {
  expect(filesWith("instanceof AppError", "app/routes/**/*.{ts,tsx}")).toEqual([]);
});

it("modules and components tell refusals apart by isRefusal and orNull", () => {
  expect(filesWith("instanceof AppError", "app/{modules,components}/**/*.{ts,tsx}")).toEqual([]);
});

it("operations read If-Match by what they declare alone", () => {
  expect(filesWith('"If-Match")', "worker/**/*.ts")).toEqual(["worker/api/v1/if-match.ts"]);
});

it("screens, not modules, write page heads", () => {
  expect(filesWith("pageHead(", "app/modules/**/*.{ts,tsx}")).toEqual([]);
});

it("lists are bare by app/styles/base.css, in no screen again", () => {
  expect(filesWith("list-style: none", "app/{components,routes,ui}/**/*.css")).toEqual([
    // The triangle of a fold.
    "app/components/shell/header-menu.module.css",
  ]);
});

/** An empty one at module level keeps values between requests. */
const KEPT_BY_HAND =
  /^(?:export )?(?:const|let) \w+(?:: (?!Readonly)[^=\n]*)? = new (?:Weak)?Map(?:<.*>)?\(\)/m;

it("an isolate keeps values by the functions of docs/decisions/caches.md alone", () => {
  const files = globSync("{app,worker,party}/**/*.{ts,tsx}");
  expect(
    files.filter(
      (file) =>
        !file.startsWith("app/lib/runtime/") && KEPT_BY_HAND.test(readFileSync(file, "utf8")),
    ),
  ).toEqual([]);
  expect("const known = new Map<string, number>();").toMatch(KEPT_BY_HAND);
  expect("const bySite = new WeakMap<Site, Map<string, Page>>();").toMatch(KEPT_BY_HAND);
});

it("views of screens are what their loaders return, none is written twice", () => {
  const mirrored = globSync("app/routes/**/*.{ts,tsx}").filter((file) =>
    /^(export )?interface \w+View\b/m.test(readFileSync(file, "utf8")),
  );
  expect(mirrored).toEqual([]);
});

it("rows that are selected are inserted by the names of their columns", () => {
  const byPosition = globSync("{app,worker}/**/*.ts").filter((file) =>
    /\.insert\([^()]*\)\s*\.select\(\s*sql[`<]/.test(readFileSync(file, "utf8")),
  );
  expect(byPosition).toEqual(["app/modules/store/run-guarded.server.ts"]);
});

it("operations of the API are registered by their resource alone", () => {
  const files = globSync("worker/api/**/*.ts");
  const registering = files.filter((file) => {
    const text = readFileSync(file, "utf8");
    return [...text.matchAll(/(\w+) = new Hono\b/g)].some(([, name]) =>
      new RegExp(`\\b${name}\\.(?:get|post|put|patch|delete|on)\\(`).test(text),
    );
  });
  expect(registering).toEqual([]);
  expect(files.filter((file) => readFileSync(file, "utf8").includes("app.on("))).toEqual([
    "worker/api/v1/resource.ts",
  ]);
});

it("cases wait on one screen, whose addresses are its filters", () => {
  const screens = { inbox: "inbox", pending: "pending-events", flagged: "flagged-events" };
  for (const [scope, folder] of Object.entries({ ...screens, candidates: "candidates" })) {
    const route = readFileSync(`app/routes/admin/review/${folder}/route.tsx`, "utf8");
    expect(route).toContain(`reviewPage(requireAccount(context), "${scope}"`);
    expect(route).toContain(`reviewAction(requireAccount(context), "${scope}"`);
    expect(readdirSync(`app/routes/admin/review/${folder}`)).toEqual(["route.tsx"]);
  }
});

interface Rule {
  name: string;
  severity: string;
  to: { path?: string; pathNot?: readonly string[] };
}

it("24 domains at most take from those before them, without exceptions", () => {
  const { forbidden }: { forbidden: readonly Rule[] } = createRequire(import.meta.url)(
    "../.dependency-cruiser.cjs",
  );
  const domains = forbidden.filter(({ name }) => name.startsWith("modules-go-one-way-"));
  const names = domains.map(({ name }) => name.slice("modules-go-one-way-".length));
  expect(names.length).toBeLessThanOrEqual(24);
  expect([...names].sort()).toEqual(readdirSync("app/modules").sort());
  for (const [at, { severity, to }] of domains.entries()) {
    expect(severity).toBe("error");
    expect(to.pathNot).toEqual(names.slice(0, at + 1).map((name) => `^app/modules/${name}/`));
  }
});

/** Bars of docs/decisions/layout.md, and where a flow has not come to its bar, what it has. */
const FLOWS = { event: 31, list: 47, reject: 30, setting: 6, field: 8, operation: 4 };

it.each(Object.entries(FLOWS))(
  "the flow %s passes through %i files at most",
  (flow, most) => {
    const printed = execFileSync(process.execPath, ["scripts/walk.mjs", flow, "--brief"], {
      encoding: "utf8",
    });
    const files = Number(/: (\d+) files/.exec(printed)?.[1]);
    expect(files).toBeGreaterThan(2);
    expect(files).toBeLessThanOrEqual(most);
  },
  60_000,
);

const lines = (file: string) => readFileSync(file, "utf8").trimEnd().split("\n").length;

it("the product has 1,550 files at most, none above 450 lines, and a short README", () => {
  const files = globSync("{app,backups,db,party,pictures,worker}/**/*.{ts,tsx}", {
    exclude: ["**/*.test.{ts,tsx}"],
  });
  expect(files.length).toBeLessThanOrEqual(1550);
  expect(files.filter((file) => lines(file) > 450)).toEqual([]);
  expect(lines("README.md")).toBeLessThanOrEqual(80);
});

it("lib draws no city: landmarks, skylines and motifs belong to their domain or are data", () => {
  expect(globSync("app/lib/**/*{landmark,skyline,city-s{cape,hapes}}*")).toEqual([]);
  expect(filesWith("/skyline/", "app/lib/**/*.ts")).toEqual([]);
});

/** Addresses of the product whose answers have no words that depend on the page's language. */
const WORDLESS = [
  "accountPasskeyOptions",
  "adminBadgeCounts",
  "adminIngestionAnswer",
  "loginPasskeyOptions",
  "preferences",
  "sessionToken",
];

it("scripts ask in the language of the page's address, by useAddress or a parameter", () => {
  const asked = globSync("app/{components,lib,routes}/**/*.{ts,tsx}")
    .filter((file) => !/\.(server|test)\./.test(file))
    .flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/\bfetch\(\s*paths\.(\w+)\((.*)/g)].map(
        ([, name, parameters]) => ({ file, name, parameters }),
      ),
    );
  expect(asked.length).toBeGreaterThan(5);
  const wrong = asked.filter(
    ({ file, name, parameters }) =>
      !WORDLESS.includes(name ?? "") &&
      !/\blang\b/.test(parameters ?? "") &&
      // A change of the bell answers with a number.
      !(file === "app/lib/realtime/notifications.ts" && parameters?.startsWith(")")),
  );
  expect(wrong).toEqual([]);
});

/** What modules say in a reader's language, because no page says it (docs/decisions/screens.md). */
const SPEAKING = {
  "mails, pushes and alarms": [
    "discovery/weeks/week-mail",
    "intake/pictures/drop-picture",
    "intake/sources/alert-staff",
    "mail/enqueue-mail",
    "notifications/digests/compose-digest",
    "notifications/prepare-notifications",
    "notifications/templates/preview-template",
    "notifications/templates/queries",
    "notifications/templates/templates",
    "operations/check-alarms",
  ],
  messengers: ["messengers/answer-update", "messengers/compose-post"],
  "calendars, feeds, cards": [
    "events/ics/event-ics",
    "syndication/cards/card-facts",
    "syndication/cards/read-card",
    "syndication/feeds/feed-text",
    "syndication/feeds/read-feed",
  ],
  "answers of the API": [
    "discovery/suggestions/suggest",
    "intake/drafting/announcement-json",
    "intake/drafting/answer-announcement",
    "intake/ingestion/json",
    "intake/ingestion/queries",
    "notifications/rules/present-rule",
  ],
  "names and times that all of them share": [
    "cities/present-city",
    "discovery/weeks/published-week",
    "events/list/request-text",
    "events/present/event-facts",
    "events/present/event-times",
    "events/present/present-event",
    "saved/queries",
    "schedule/format-opening-hours",
    "schedule/format-schedule",
  ],
};

it("modules give facts; sentences are for mails, messengers, calendars, feeds and the API", () => {
  const speaking = globSync("app/modules/**/*.ts", { exclude: ["**/*.test.ts"] }).filter((file) =>
    /from "[./]+i18n\/((error-)?messages\.server|translate)";/.test(
      readFileSync(file, "utf8").replace(/^import type .*$/gm, ""),
    ),
  );
  expect(speaking.sort()).toEqual(
    Object.values(SPEAKING)
      .flat()
      .map((name) => `app/modules/${name}.server.ts`)
      .sort(),
  );
});

it("the walk finds what it looks for", () => {
  expect(filesWith("formAnswer(", "app/routes/**/*.{ts,tsx}")).not.toEqual([]);
  expect(filesWith("instanceof AppError", "app/lib/**/*.{ts,tsx}")).not.toEqual([]);
});
