import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { builtinModules } from "node:module";
import { basename, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { vitePlugin as remix } from "@remix-run/dev";
import { defineConfig, type Plugin } from "vite";
import future from "./scripts/remix-future.json";

declare module "@remix-run/cloudflare" {
  interface Future {
    v3_singleFetch: true;
  }
}

/** Modules of the runtime. */
const OF_THE_RUNTIME = [/^cloudflare:/, /^node:/, ...builtinModules];

/** Packages, what the build adds to them, and what stands in for their parts. */
const OF_PACKAGES =
  /\/node_modules\/|^\0(?!virtual:)|__vite-optional-peer-dep|\/worker\/adapters\/not?-[a-z\d-]+\.ts$/;

/**
 * Makes the Worker an entry of the server's build beside Remix's own, which tests read: what pages
 * and Worker share (modules, texts, packages) is in the deployed Worker once, with one state.
 */
function workerAsEntry(): Plugin {
  return {
    name: "rooydad:worker-as-entry",
    enforce: "post",
    config(config, { isSsrBuild }) {
      const options = config.build?.rollupOptions;
      if (!isSsrBuild || !options) return;
      options.input = { index: "worker/index.ts", pages: "virtual:remix/server-build" };
      options.external = OF_THE_RUNTIME;
      // The level of workerd. Vite's default is for browsers: it turns each private field of Hono's
      // and Drizzle's objects into a WeakMap.
      if (config.build) config.build.target = "es2022";
      options.output = {
        ...options.output,
        entryFileNames: "[name].js",
        chunkFileNames: "[name]-[hash].js",
        // Nothing apart that is imported on demand: wrangler would put functions around it and all
        // that it shares, whose code V8 reads twice at the start.
        manualChunks: (id) => (OF_PACKAGES.test(id) ? "packages" : "product"),
      };
    },
  };
}

/** A table without its comments, which `readTsv` leaves out. */
const tableOf = async (id: string): Promise<string> =>
  (await readFile(id.replace("?raw", ""), "utf8")).replace(/^#.*\n/gm, "");

/** Tables without their comments. */
function tablesWithoutComments(): Plugin {
  return {
    name: "rooydad:tables-without-comments",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".tsv?raw")) return null;
      return `export default ${JSON.stringify(await tableOf(id))}`;
    },
  };
}

const PERSIAN_TEXTS = /\/locales\/fa\/([a-z-]+)\.json$/;
const PERSIAN_LETTER = /[\u0600-\u06ff]/;
const PERSIAN_FILE = "persian.txt";
const OF_PERSIAN = "\0virtual:persian-texts";

/**
 * Values of texts in the order of the other language's keys.
 *
 * @throws Error where a key is missing
 */
function inOrderOf(keys: object, texts: Record<string, unknown>, path: string): unknown[] {
  return Object.entries(keys).map(([key, of]) => {
    const text = texts[key];
    if (text === undefined) throw new Error(`${path}.${key} has no text`);
    return typeof of === "string" ? text : inOrderOf(of, text as typeof texts, `${path}.${key}`);
  });
}

/** Undoes `inOrderOf`; a module of the Worker. */
const KEYED = `const keyed = (keys, texts) => typeof keys === "string" ? texts : Array.isArray(keys)
  ? keys.map((key, at) => keyed(key, texts[at]))
  : Object.fromEntries(Object.keys(keys).map((key, at) => [key, keyed(keys[key], texts[at])]));`;

/**
 * Keeps the Persian texts and tables of the Worker as one file of text: wrangler's bundler writes each
 * of their letters in scripts as an escape of six. The texts take their keys from the English ones.
 */
function persianTextsApart(): Plugin {
  const texts: Record<string, unknown> = {};
  return {
    name: "rooydad:persian-texts-apart",
    enforce: "pre",
    apply: "build",
    resolveId(source, _importer, { ssr }) {
      if (!ssr) return null;
      if (source === PERSIAN_FILE) return { id: `./${PERSIAN_FILE}`, external: true };
      if (source === OF_PERSIAN) return source;
      const [, name] = PERSIAN_TEXTS.exec(source) ?? [];
      return name ? `${OF_PERSIAN}/${name}` : null;
    },
    async load(id, { ssr = false } = {}) {
      if (ssr && id.endsWith(".tsv?raw")) {
        const [table, name] = [await tableOf(id), id.split("/").at(-1) ?? ""];
        if (!PERSIAN_LETTER.test(table)) return null;
        texts[name] = table;
        return `import { texts } from "${OF_PERSIAN}"; export default texts["${name}"];`;
      }
      if (id === OF_PERSIAN)
        return `import text from "${PERSIAN_FILE}"; export const texts = JSON.parse(text); export ${KEYED}`;
      const [, name] = id.split(`${OF_PERSIAN}/`);
      if (!name) return null;
      const [english, persian] = ["en", "fa"].map((locale) =>
        fileURLToPath(new URL(`./app/locales/${locale}/${name}.json`, import.meta.url)),
      ) as [string, string];
      const read = async (file: string) => JSON.parse(await readFile(file, "utf8"));
      texts[name] = inOrderOf(await read(english), await read(persian), `fa.${name}`);
      return `import keys from "${english}"; import { keyed, texts } from "${OF_PERSIAN}"; export default keyed(keys, texts["${name}"]);`;
    },
    generateBundle() {
      if (Object.keys(texts).length === 0) return;
      this.emitFile({ type: "asset", fileName: PERSIAN_FILE, source: JSON.stringify(texts) });
    },
  };
}

/**
 * Parts of nodemailer for attachments, for services by name and for other ways of sending than SMTP
 * with a password.
 */
const NOT_IN_MAILS =
  /\/(mime-types|(well-known|xoauth2|smtp-pool|sendmail-transport|ses-transport)\/index)\.js$/;

/** Parts of @simplewebauthn/server for attestations of authenticators' makers. */
const OF_ATTESTATION =
  /\/(convertX509PublicKeyToCOSE|getCertificateInfo|isCertRevoked|validateCertificatePath|validateExtFIDOGenCEAAGUID|verifyAttestation(AndroidKey|AndroidSafetyNet|Apple|FIDOU2F|TPM)|defaultRootCerts\/[a-z-]+)\.js$/;

/** Not among the exports of its package. */
const RENDERER_TO_TEXT = new URL(
  "./node_modules/react-dom/cjs/react-dom-server-legacy.browser.production.min.js",
  import.meta.url,
).pathname;

/** Packages that pages load in browsers alone: the decoder of tickets' codes, the rooms' client. */
const OF_BROWSERS = new Set(["qr/decode.js", "partysocket"]);

/**
 * Leaves out of the Worker what it never runs, 180 kB (gzip): parts of react-dom that draw into a
 * document, which Mantine and the router import; packages of browsers; of the two renderers to HTML
 * the one for streams; parts of nodemailer; and attestations of passkeys.
 */
function serverWithoutSpares(): Plugin {
  const standIn = (name: string) =>
    new URL(`./worker/adapters/${name}.ts`, import.meta.url).pathname;
  return {
    name: "rooydad:server-without-spares",
    enforce: "pre",
    apply: "build",
    resolveId(source, importer, { ssr }) {
      if (!ssr) return null;
      if (source === "react-dom") return standIn("no-react-dom");
      if (OF_BROWSERS.has(source)) return standIn("not-on-the-server");
      if (source === "react-dom/server.browser") return RENDERER_TO_TEXT;
      if (importer?.includes("/node_modules/nodemailer/") && NOT_IN_MAILS.test(source))
        return standIn("not-in-mails");
      return importer?.includes("/@simplewebauthn/server/") && OF_ATTESTATION.test(source)
        ? standIn("no-attestation")
        : null;
    },
  };
}

/** What the browser's build knows of the router: all flags are on, and there is a document. */
const KNOWN_IN_BROWSERS: readonly [RegExp, string][] = [
  [/(?<![\w$.])(?:[\w$]+\.)*_?future\.v[37]_\w+/g, "true"],
  [/typeof document === "undefined"/g, "false"],
  [/window\.__remixContext\.isSpaMode/g, "false"],
  [/!isSpaMode\b/g, "true"],
  [/(?<=\()isSpaMode(?=\) [{rt])/g, "false"],
  [/UNSAFE_logV6DeprecationWarnings(?=\(future)/g, "void "],
];

/**
 * Leaves out of pages what Remix has for answers of single loaders, and what its router has for
 * flags that are off, 3 kB (Brotli).
 */
function browserWithoutSpares(): Plugin {
  const standIn = new URL("./worker/adapters/no-loader-fetch.ts", import.meta.url).pathname;
  return {
    name: "rooydad:browser-without-spares",
    enforce: "pre",
    apply: "build",
    resolveId: (source, importer, { ssr }) =>
      !ssr && source === "./data.js" && importer?.endsWith("/@remix-run/react/dist/esm/routes.js")
        ? standIn
        : null,
    transform: (code, id, { ssr } = {}) =>
      !ssr &&
      Object.values(future).every(Boolean) &&
      /\/node_modules\/(@remix-run\/(react|router)|react-router(-dom)?)\//.test(id)
        ? KNOWN_IN_BROWSERS.reduce((text, [part, known]) => text.replace(part, known), code)
        : null,
  };
}

const DISCOVERY = ["home", "events", "event", "city", "category", "discover"].map(
  (page) => `app/routes/public/${page}/route.tsx`,
);

const HOST = "app/routes/public/host/route.tsx";

/**
 * Modules of every page, with what pages of venues and organizers share with others; those that event
 * pages and the home page share with others beyond that; and what lists share. The pages that people
 * open first thus load no filters.
 */
const SHARED_CHUNKS: { name: string; entries: string[]; sharedBy: number; of?: string }[] = [
  {
    name: "site",
    entries: [
      "app/entry.client.tsx",
      "app/root.tsx",
      "app/routes/public/layout.tsx",
      "app/components/page-tags.tsx",
    ],
    sharedBy: 1,
  },
  { name: "event-parts", entries: DISCOVERY, sharedBy: 2, of: "app/routes/public/event/route.tsx" },
  { name: "home-parts", entries: DISCOVERY, sharedBy: 2, of: "app/routes/public/home/route.tsx" },
  // Half a kilobyte: not worth two requests.
  { name: "site", entries: [...DISCOVERY, HOST], sharedBy: 3, of: HOST },
  { name: "discovery", entries: DISCOVERY, sharedBy: 2 },
];

/** Of packages: what every page draws with. */
const RENDERER =
  /^\0(?:vite|commonjs)|\/node_modules\/(?:react|react-dom|scheduler|react-router|react-router-dom|turbo-stream|@remix-run\/[a-z-]+)\//;

/** Reached from every page through `paths`, used by the staff area alone. */
const STAFF_ONLY = /\/lib\/paths\/staff\.ts$/;

/**
 * Names a screen's files by its folder: `app/routes/public/events/route.tsx` becomes
 * `public-events-<hash>.js`.
 */
const entryName = (file: string) =>
  (
    /app\/routes\/(.+?)(?:\/route)?\.tsx?/.exec(file)?.[1] ??
    basename(file).replace(/\.tsx?(\?.*)?$/, "")
  ).replaceAll("/", "-");

/**
 * Puts what public pages load together into few files: left to itself, Rollup makes some fifty of
 * 100 to 2,000 bytes, and a phone pays for each request with its processor. Only what a browser
 * would fetch anyway is joined.
 */
function sharedChunks(): Plugin {
  let chunkOf: Map<string, string> | undefined;
  return {
    name: "rooydad:shared-chunks",
    config(config, { isSsrBuild }) {
      if (isSsrBuild) return;
      config.build ??= {};
      config.build.rollupOptions ??= {};
      // Reading a property of React or of the router has no effect: what only that kept is left out.
      // What stands in a `try` stays: it may be there to fail, as a zone that is none does.
      config.build.rollupOptions.treeshake = {
        propertyReadSideEffects: false,
        unknownGlobalSideEffects: false,
      };
      // Writes what esbuild does in 5 % fewer bytes (Brotli).
      config.build.minify = "terser";
      // Getters may have effects: reading a style makes the browser lay out (hodhod/roam.ts).
      config.build.terserOptions = { ecma: 2020, module: true, compress: { passes: 2 } };
      // With assignments and class fields as they are written.
      config.build.target = ["chrome94", "edge94", "firefox93", "safari15"];
      const { input } = config.build.rollupOptions;
      if (Array.isArray(input))
        config.build.rollupOptions.input = Object.fromEntries(
          input.map((file) => [entryName(file), file]),
        );
      config.build.rollupOptions.output = {
        ...config.build.rollupOptions.output,
        onlyExplicitManualChunks: true,
        manualChunks(id, { getModuleInfo, getModuleIds }) {
          chunkOf ??= placeModules(
            [...getModuleIds()],
            (module) => getModuleInfo(module)?.importedIds ?? [],
          );
          return chunkOf.get(id);
        },
      };
    },
  };
}

/** A short name for a class of a style sheet: pages, scripts and styles repeat it. */
const shortName = (name: string, file: string): string =>
  `_${createHash("sha256")
    .update(`${relative(import.meta.dirname, file.split("?")[0] ?? file)} ${name}`)
    .digest("base64url")
    .slice(0, 6)}`;

/** @returns for each module that belongs into a shared chunk, the chunk's name */
function placeModules(
  ids: readonly string[],
  importedBy: (id: string) => readonly string[],
): Map<string, string> {
  const placed = new Map<string, string>();
  for (const { name, entries, sharedBy, of } of SHARED_CHUNKS) {
    const reached = new Map<string, number>();
    const own = new Set<string>();
    for (const entry of entries) {
      // A route is there twice: as written, and as the entry that Remix makes of it.
      const seen = new Set(ids.filter((id) => id.split("?")[0]?.endsWith(`/${entry}`)));
      if (seen.size === 0) throw new Error(`${entry} is not in the build, but its chunk is`);
      for (const id of seen) for (const imported of importedBy(id)) seen.add(imported);
      for (const id of seen) reached.set(id, (reached.get(id) ?? 0) + 1);
      if (of === entry) for (const id of seen) own.add(id);
    }
    for (const [id, pages] of reached) {
      if (pages < sharedBy || placed.has(id) || (of && !own.has(id)) || STAFF_ONLY.test(id))
        continue;
      if (RENDERER.test(id)) placed.set(id, "renderer");
      else if (!id.includes("/node_modules/") || id.endsWith(".css")) placed.set(id, name);
    }
  }
  return placed;
}

export default defineConfig(({ command }) => ({
  plugins: [
    remix({
      future,
    }),
    workerAsEntry(),
    persianTextsApart(),
    tablesWithoutComments(),
    serverWithoutSpares(),
    browserWithoutSpares(),
    sharedChunks(),
  ],
  resolve: {
    alias: {
      "~": new URL("./app", import.meta.url).pathname,
      // Asked for only for schemas of zod's, of which there are none: 740 kB that nobody would
      // load.
      "zod/v4/core": new URL("./worker/adapters/no-zod.ts", import.meta.url).pathname,
      i18next: new URL("./worker/adapters/no-i18next.ts", import.meta.url).pathname,
    },
  },
  ...(command === "build" && { css: { modules: { generateScopedName: shortName } } }),
  build: {
    // Text bundles are addressed by URL on both sides, so none may be inlined.
    assetsInlineLimit: 0,
    cssMinify: true,
    sourcemap: false,
  },
  // Only for the build: in the dev server these conditions break React.
  ssr:
    command === "build"
      ? {
          target: "webworker" as const,
          noExternal: true as const,
          resolve: { conditions: ["workerd", "worker", "browser"] },
        }
      : {},
}));
