// The direction of imports (docs: architecture, "Layout"): db ← app/modules ← { app/routes, worker }.
// Each layer lists what it may reach; everything else of ours is refused.

const TESTS = "\\.test\\.tsx?$";
const OURS = "^(app|worker|db|party|tests|scripts|build)/";
// Screens, and what stands at the top of app: root, entries, the map of routes, the theme.
const ROUTES = "^app/(routes/|[^/]+\\.tsx?$)";
const TEXTS = "^app/(locales|styles)/";
const PROTOCOL = "^party/protocol\\.ts$";

/** The loaders and actions of pages (docs/decisions/page-modules.md): by their name, or one of these. */
const PAGES = "^app/modules/[^/]+/([^/]+-page|answer-[^/]+)\\.server\\.ts$";
const PAGES_BY_EXCEPTION = [
  // The layout's loader.
  "^app/modules/administration/admin-shell\\.server\\.ts$",
  // What the sheet of the notifications asks for.
  "^app/modules/notifications/notifications-panel\\.server\\.ts$",
  // Parts of a page's loader or action, each of several.
  "^app/modules/authoring/(event-form-parts|preview-event|take-event-form)\\.server\\.ts$",
  "^app/modules/identity/(replace-session|sign-in-response|sign-up-form|step-expired)\\.server\\.ts$",
  "^app/modules/ingestion/(model-answer|present-run|wizard-preview)\\.server\\.ts$",
];

/** A layer may import packages, itself, the texts, and `allowed`; nothing else of ours. */
function layer(name, from, allowed, { except, typesToo = [] } = {}) {
  const own = Array.isArray(from) ? from : [from];
  const pathNot = [TESTS, ...(except ? [except] : [])];
  return [
    {
      name: `${name}`,
      comment: `${name} may import: ${["itself", ...allowed].join(", ")}`,
      severity: "error",
      from: { path: own, pathNot },
      to: {
        path: OURS,
        pathNot: [...own, TEXTS, ...allowed, ...typesToo],
      },
    },
    ...(typesToo.length > 0
      ? [
          {
            name: `${name}-types-only`,
            comment: `${name} may take only types (import type) from ${typesToo.join(", ")}`,
            severity: "error",
            from: { path: own, pathNot },
            to: { path: typesToo, pathNot: allowed, dependencyTypesNot: ["type-only"] },
          },
        ]
      : []),
  ];
}

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      comment: "Modules that need each other are one module, or lack a third that both need. Types may refer to each other.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...layer("lib-is-the-ground-floor", "^app/lib/", [], { typesToo: ["^db/client\\.ts$"] }),
    ...layer("protocol-is-the-ground-floor", PROTOCOL, []),
    ...layer("party-only-itself", "^party/", []),
    ...layer("components-draw", "^app/components/", ["^app/lib/"]),
    ...layer("modules-hold-the-rules", "^app/modules/", ["^db/(client|schema)", "^app/lib/", PROTOCOL]),
    ...layer("routes-are-thin", ROUTES, ["^app/modules/", "^app/components/", "^app/lib/", PROTOCOL], {
      typesToo: ["^worker/load-context\\.ts$"],
    }),
    ...layer("worker", "^worker/", ["^app/modules/", "^app/lib/", "^db/(client|schema)", "^party/", "^build/"]),
    ...layer("db-is-below-all", "^db/", [], { except: "^db/seed/" }),
    ...layer("seed", "^db/seed/", ["^db/", "^app/lib/", "^app/modules/"]),
    {
      name: "only-pages-know-the-web-framework",
      comment: "In app/modules only the loaders and actions of pages know Remix, read forms and send people elsewhere.",
      severity: "error",
      from: { path: "^app/modules/", pathNot: [TESTS, PAGES, ...PAGES_BY_EXCEPTION] },
      to: { path: ["node_modules/@remix-run/", "^app/lib/(flash|read-form|form-failure)\\.server\\.ts$"] },
    },
    {
      name: "rules-do-not-know-pages",
      comment: "Commands and queries serve pages, API, queue and cron alike, so they take nothing from a page.",
      severity: "error",
      from: { path: ["^app/modules/", "^worker/"], pathNot: [TESTS, PAGES, ...PAGES_BY_EXCEPTION] },
      to: { path: [PAGES, ...PAGES_BY_EXCEPTION] },
    },
    {
      name: "no-server-code-in-the-browser",
      comment: "What the browser loads may not reach a *.server file. Routes may: Remix takes loaders and actions out.",
      severity: "error",
      from: {
        path: ["^app/components/", "^app/entry\\.client\\.tsx$", "^app/(lib|modules)/"],
        pathNot: [TESTS, "\\.server\\.tsx?$"],
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "tests-and-scripts-stay-outside",
      comment: "The product does not know its tests and scripts.",
      severity: "error",
      from: { path: "^(app|worker|db|party)/", pathNot: TESTS },
      to: { path: ["^(tests|scripts)/", TESTS] },
    },
    {
      name: "no-development-packages",
      comment: "What is deployed may use only `dependencies` of package.json.",
      severity: "error",
      // The map of routes is read by the build alone.
      from: { path: "^(app|worker|db|party)/", pathNot: [TESTS, "^db/seed/", "^app/routes\\.ts$"] },
      to: {
        dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"],
        dependencyTypesNot: ["type-only"],
        pathNot: "^node_modules/@types/",
      },
    },
    {
      name: "no-unresolved",
      comment: "An import that leads nowhere.",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: ["^cloudflare:", "^virtual:", "\\?"] },
    },
  ],
  options: {
    doNotFollow: { path: ["^node_modules/", "^build/"] },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "require", "node", "default", "types"] },
    cache: { folder: ".cache/dependency-cruiser", strategy: "content" },
    reporterOptions: { text: { highlightFocused: true } },
  },
};
