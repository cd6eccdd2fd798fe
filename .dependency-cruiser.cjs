// The direction of imports (docs: architecture, "Layout"): db ← app/modules ← { app/routes, worker }.
// Each layer lists what it may reach; everything else of ours is refused.

const TESTS = "\\.test\\.tsx?$";
const SERVER = "\\.server\\.tsx?$";
const OURS = "^(app|worker|pictures|backups|db|party|tests|scripts|build)/";
// Screens, and what stands at the top of app: root, entries, the map of routes, the theme.
const ROUTES = "^app/(routes/|[^/]+\\.tsx?$)";
const TEXTS = "^app/(locales|styles)/";
const I18N = "^app/i18n/";
const PROTOCOL = "^party/protocol\\.ts$";
// What an event is (docs/decisions/event-fields.md): the columns of the database, the rules and the
// form in the browser follow from it.
const EVENT = "^app/lib/event/";

// What a bad row is told by (docs/decisions/bad-rows.md).
const TOLD = ["^app/lib/runtime/", "^app/lib/dates/time-zone\\.ts$"];

/** The domains from the ground up: each takes what it needs from those before it. */
const MODULES = [
  "audit",
  "store",
  "settings",
  "jobs",
  "schedule",
  "mail",
  "search",
  "media",
  "cities",
  "events",
  "notifications",
  "identity",
  "hosts",
  "saved",
  "discovery",
  "syndication",
  "messengers",
  "webhooks",
  "hosting",
  "authoring",
  "intake",
  "review",
  "analytics",
  "operations",
];

const folder = (name) => `^app/modules/${name}/`;

/** One rule a domain, and one for whatever has no place in the order. */
const orderOfModules = [
  {
    name: "modules-have-a-place",
    comment: "A new folder in app/modules goes into MODULES, after all that it takes from.",
    severity: "error",
    from: { path: "^app/modules/", pathNot: MODULES.map(folder) },
    to: {},
  },
  ...MODULES.map((name, at) => ({
    name: `modules-go-one-way-${name}`,
    comment: `${name} may import: ${MODULES.slice(0, at).join(", ")}`,
    severity: "error",
    from: { path: folder(name), pathNot: TESTS },
    to: { path: "^app/modules/", pathNot: MODULES.slice(0, at + 1).map(folder) },
  })),
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
      comment:
        "Modules that need each other are one module, or lack a third that both need. Types may refer to each other.",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    ...layer("texts-are-the-ground-floor", I18N, ["^app/lib/"]),
    ...layer("lib-is-the-ground-floor", "^app/lib/", [I18N], { typesToo: ["^db/client\\.ts$"] }),
    ...layer("protocol-is-the-ground-floor", PROTOCOL, []),
    ...layer("party-only-itself", "^party/", []),
    // The second Worker (docs/decisions/second-worker.md).
    ...layer("pictures-are-apart", "^pictures/", ["^app/lib/"]),
    // The third Worker (docs/operate.md).
    ...layer("backups-are-apart", "^backups/", ["^app/lib/"]),
    // The kit (docs/decisions/ui-kit.md) knows nothing of events: no components, modules or routes.
    ...layer("ui-is-the-kit", "^app/ui/", ["^app/lib/", "^app/theme\\.ts$", I18N]),
    ...layer("components-draw", "^app/components/", ["^app/ui/", "^app/lib/", I18N], {
      except: SERVER,
      typesToo: ["^app/modules/"],
    }),
    // The data of a part that several screens show stands beside it, in a file of the server.
    ...layer("components-read", "^app/components/.*\\.server\\.ts$", [
      "^app/components/",
      "^app/modules/",
      "^db/(client|schema)",
      "^app/lib/",
      I18N,
    ]),
    ...layer("modules-hold-the-rules", "^app/modules/", [
      "^db/(client|schema)",
      "^app/lib/",
      I18N,
      PROTOCOL,
    ]),
    ...orderOfModules,
    ...layer(
      "routes-are-thin",
      ROUTES,
      [
        "^db/(client|schema)",
        "^app/modules/",
        "^app/ui/",
        "^app/components/",
        "^app/lib/",
        I18N,
        PROTOCOL,
      ],
      {
        typesToo: ["^worker/load-context\\.ts$"],
      },
    ),
    ...layer("worker", "^worker/", [
      "^app/modules/",
      "^app/lib/",
      I18N,
      "^db/(client|connection|schema)",
      "^party/",
      "^build/",
    ]),
    ...layer("db-is-below-all", "^db/", [EVENT, ...TOLD], { except: "^db/seed/" }),
    ...layer("seed", "^db/seed/", ["^db/", "^app/lib/", I18N, "^app/modules/"]),
    {
      name: "modules-do-not-know-the-web-framework",
      comment:
        "Commands and queries serve pages, API, queue and cron alike: no Remix, no FormData, no redirect.",
      severity: "error",
      from: { path: "^app/modules/", pathNot: TESTS },
      to: {
        path: [
          "node_modules/@remix-run/",
          "^app/lib/http/(flash|form-answer|read-form)\\.server\\.ts$",
        ],
      },
    },
    {
      name: "screens-do-not-know-each-other",
      comment:
        "A screen imports its own folder and its area's files; what two areas need is a component, a kit part or a module.",
      severity: "error",
      from: { path: "^app/routes/([^/]+)/([^/]+)/", pathNot: TESTS },
      to: {
        path: "^app/routes/",
        pathNot: [
          "^app/routes/$1/[^/]+$",
          "^app/routes/$1/$2/",
          "^app/routes/authoring/event-form/",
        ],
      },
    },
    {
      name: "no-server-code-in-the-browser",
      comment:
        "What the browser loads may not reach a *.server file. Routes may: Remix takes loaders and actions out.",
      severity: "error",
      from: {
        path: [
          "^app/ui/",
          "^app/components/",
          "^app/entry\\.client\\.tsx$",
          "^app/(i18n|lib|modules)/",
        ],
        pathNot: [TESTS, "\\.server\\.tsx?$"],
      },
      to: { path: "\\.server\\.tsx?$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "tests-and-scripts-stay-outside",
      comment: "The product does not know its tests and scripts.",
      severity: "error",
      from: { path: "^(app|worker|pictures|backups|db|party)/", pathNot: TESTS },
      to: { path: ["^(tests|scripts)/", TESTS] },
    },
    {
      name: "no-development-packages",
      comment: "What is deployed may use only `dependencies` of package.json.",
      severity: "error",
      // The map of routes is read by the build alone.
      from: {
        path: "^(app|worker|pictures|backups|db|party)/",
        pathNot: [TESTS, "^db/seed/", "^app/routes\\.ts$"],
      },
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
    // What wrangler leaves behind.
    exclude: { path: "/\\.wrangler/" },
    tsPreCompilationDeps: "specify",
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "require", "node", "default", "types"],
    },
    cache: { folder: ".cache/dependency-cruiser", strategy: "content" },
    reporterOptions: { text: { highlightFocused: true } },
  },
};
