import { globSync, readFileSync } from "node:fs";
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
