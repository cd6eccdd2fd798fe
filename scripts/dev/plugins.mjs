import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, dirname, extname, join, relative } from "node:path";
import { build } from "esbuild";
import { preprocessCSS, resolveConfig } from "vite";

/**
 * Of the file, not of its text, as in the production build: a change of a style then changes no
 * code.
 */
const scopedName = (name, file) => `${basename(file, ".module.css")}_${name}_${hashOf(file)}`;

/**
 * Style sheets by Vite's own processing, as in the production build. Code gets the names of
 * classes; the sheets themselves are put together for each route (manifest.mjs).
 */
export function styleSheets(root) {
  const config = resolveConfig(
    {
      configFile: false,
      root,
      logLevel: "silent",
      css: { modules: { generateScopedName: scopedName } },
    },
    "build",
  );
  /** @type {Map<string, { source: string, result: Promise<{ css: string, code: string }> }>} */
  const known = new Map();
  const compile = async (file, source) => {
    const { code, modules } = await preprocessCSS(source, file, await config);
    return { css: code, code: modules ? `export default ${JSON.stringify(modules)};` : "" };
  };
  const read = (file) => {
    const source = readFileSync(file, "utf8");
    const before = known.get(file);
    // What a sheet composes from another one is part of it.
    if (before?.source === source && !/composes:[^;]*\sfrom\s/.test(source)) return before.result;
    const result = compile(file, source);
    known.set(file, { source, result });
    return result;
  };
  return {
    cssOf: async (file) => (await read(file)).css,
    /**
     * @returns whether code that imports a sheet stays the same after the sheet has changed; a
     * build reports errors in it
     */
    async keepsCode(file) {
      const codeOf = async (result) => (await result).code;
      const [before, now] = await Promise.allSettled([
        codeOf(known.get(file)?.result),
        codeOf((async () => read(file))()),
      ]);
      return now.status === "fulfilled" && before.value === now.value;
    },
    plugin: {
      name: "rooydad:style-sheets",
      setup({ onLoad }) {
        onLoad({ filter: /\.css$/ }, async ({ path }) => {
          try {
            return { contents: (await read(path)).code, loader: "js" };
          } catch ({ message }) {
            // The stack would be that of PostCSS.
            return { errors: [{ text: message }] };
          }
        });
      },
    },
  };
}

/**
 * Marks a plugin's own request for a file's path, which the other plugins leave to esbuild.
 */
const AS_FILE = "as file";

/** Resolves an import that ends with a query, without the query. */
async function withoutQuery({ path, importer, resolveDir, kind }, resolve, namespace) {
  const found = await resolve(path.replace(/\?\w+$/, ""), {
    importer,
    resolveDir,
    kind,
    pluginData: AS_FILE,
  });
  return found.errors.length > 0 ? found : { path: found.path, namespace };
}

/**
 * `?url` imports a file's address. It stays the same when the file changes, so no code does: unlike
 * what is in /assets/, browsers ask again.
 * @param {string} root of the sources
 * @param {string} folder of the browser's files
 */
export function addressedFiles(root, folder) {
  /** @type {Set<string>} */
  const found = new Set();
  const addressOf = (file) => `/dev-files/${relative(root, file).replaceAll("../", "")}`;
  const copy = (file) => cpSync(file, join(folder, addressOf(file)));
  return {
    has: (file) => found.has(file),
    copy,
    plugin: {
      name: "rooydad:addressed-files",
      setup({ onResolve, onLoad, resolve }) {
        onResolve({ filter: /\?url$/ }, (asked) => withoutQuery(asked, resolve, "url"));
        onLoad({ filter: /./, namespace: "url" }, ({ path }) => {
          found.add(path);
          copy(path);
          return { contents: `export default ${JSON.stringify(addressOf(path))};` };
        });
      },
    },
  };
}

/**
 * Leaves data (JSON and `?raw` texts) to a module of its own, so that a change of them is none of
 * the Worker's code.
 */
export function dataApart() {
  /** @type {Set<string>} */
  const found = new Set();
  const literalOf = (file) => {
    const text = JSON.stringify(readFileSync(file, "utf8"));
    return file.endsWith(".json") ? `JSON.parse(${text})` : text;
  };
  return {
    has: (file) => found.has(file),
    /** @returns the code of data.js */
    code: () =>
      `export const data = {\n${[...found].map((file) => `  ${JSON.stringify(file)}: ${literalOf(file)},`).join("\n")}\n};`,
    plugin: {
      name: "rooydad:data-apart",
      setup({ onResolve, onLoad, resolve }) {
        onResolve({ filter: /./, namespace: "data" }, () => ({ external: true }));
        onResolve({ filter: /\.json$|\?raw$/ }, (asked) =>
          asked.pluginData === AS_FILE ? null : withoutQuery(asked, resolve, "data"),
        );
        onLoad({ filter: /./, namespace: "data" }, ({ path }) => {
          found.add(path);
          return {
            contents: `import { data } from "./data.js"; export default data[${JSON.stringify(path)}];`,
          };
        });
      },
    },
  };
}

/** `?raw` imports a file's text. */
export const rawTexts = {
  name: "rooydad:raw-texts",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /\?raw$/ }, (asked) => withoutQuery(asked, resolve, "raw"));
    onLoad({ filter: /./, namespace: "raw" }, ({ path }) => ({
      contents: readFileSync(path),
      loader: "text",
    }));
  },
};

/** Writes a file of the browser. @returns its address, which has a hash of its contents */
export function writeHashed(folder, name, contents) {
  const extension = extname(name);
  const address = `/assets/${basename(name, extension)}-${hashOf(contents)}${extension}`;
  writeOrTouch(join(folder, address), contents);
  return address;
}

/**
 * Writes a file whose name has a hash of its contents. An existing one only gets a new time, which
 * marks it as used.
 */
export function writeOrTouch(file, contents) {
  const now = new Date();
  if (existsSync(file)) return utimesSync(file, now, now);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, contents);
}

const hashOf = (contents) => createHash("sha256").update(contents).digest("hex").slice(0, 8);

/**
 * Modules for the server alone are empty for the browser, where nothing may be left that uses them.
 */
export const serverOnly = {
  name: "rooydad:server-only",
  setup({ onResolve, onLoad, onEnd }) {
    onResolve({ filter: /\.server(\.tsx?)?$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      namespace: "server-only",
      sideEffects: false,
    }));
    onLoad({ filter: /./, namespace: "server-only" }, () => ({ contents: "module.exports = {};" }));
    onEnd(({ metafile }) => ({
      errors: Object.values(metafile?.outputs ?? {})
        .flatMap(({ inputs }) => Object.keys(inputs))
        .filter((input) => input.startsWith("server-only:"))
        .map((input) => ({
          text: `The browser's code uses ${input.slice("server-only:".length)}, which is for the server alone.`,
        })),
    }));
  },
};

const BUILT_IN = new RegExp(`^(?:node:)?(?:${builtinModules.join("|")})$`);

/**
 * Leaves the runtime's modules to workerd. Code of CommonJS, which cannot import them by itself,
 * gets them through a module.
 */
export const runtimeModules = {
  name: "rooydad:runtime-modules",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^cloudflare:/ }, () => ({ external: true }));
    onResolve({ filter: BUILT_IN }, ({ path, kind }) => {
      const name = `node:${path.replace(/^node:/, "")}`;
      return kind === "require-call"
        ? { path: name, namespace: "required" }
        : { path: name, external: true };
    });
    onLoad({ filter: /./, namespace: "required" }, ({ path }) => ({
      contents: `import it from "${path}"; module.exports = it;`,
    }));
  },
};

/** What imports of a package look like, and those that other plugins answer. */
const PACKAGE = /^[@\w][^:]*$/;
const OTHERS = /\.css$|\?/;

/**
 * Leaves packages to a build of their own, which changes only with the names of what is imported:
 * bundling them again at each change takes longer than all else. A package is evaluated when the
 * first module that imports it is.
 * @param {string} address of that build, as imports name it
 * @param {import("esbuild").BuildOptions} options of it
 */
export function packagesApart(address, options) {
  const named = new Set();
  let last = { names: "", code: "" };
  return {
    plugin: {
      name: "rooydad:packages-apart",
      setup({ onResolve, onLoad }) {
        onResolve({ filter: PACKAGE }, ({ path, pluginData }) => {
          if (pluginData === AS_FILE || OTHERS.test(path) || BUILT_IN.test(path)) return null;
          named.add(path);
          return { path, namespace: "package", sideEffects: false };
        });
        onResolve({ filter: /^names:/, namespace: "package" }, ({ path }) => ({
          path: path.slice("names:".length),
          namespace: "package-names",
        }));
        onResolve({ filter: /\/packages\.js$/ }, () => ({ external: true }));
        onLoad({ filter: /./, namespace: "package" }, ({ path }) => ({
          contents: `
            import { packages } from "${address}";
            export * from "names:${path}";
            const it = packages["${path}"];
            export default it.__esModule ? it.default : it;`,
        }));
        // CommonJS modules: their names are known only after they have run.
        onLoad({ filter: /./, namespace: "package-names" }, ({ path }) => ({
          contents: `import { packages } from "${address}"; module.exports = packages["${path}"];`,
        }));
      },
    },
    /** @returns {Promise<string>} code of all that has been named so far */
    async bundle() {
      const names = [...named].sort().map((name) => JSON.stringify(name));
      if (last.names === names.join()) return last.code;
      const contents = `export const packages = {\n${names.map((name) => `  get ${name}() { return require(${name}); },`).join("\n")}\n};`;
      // Packages that are there twice, for import and for require, are read as those of import are.
      const conditions = [...(options.conditions ?? ["module"]), "import"];
      const stdin = { contents, resolveDir: options.absWorkingDir };
      const { outputFiles } = await build({
        ...options,
        conditions,
        stdin,
        minifyWhitespace: true,
        minifySyntax: true,
      });
      last = { names: names.join(), code: outputFiles[0].text };
      return last.code;
    },
  };
}

/**
 * Modules that are made while building. @param {Record<string, () => string>} modules what imports
 * name, and their code
 */
export function madeModules(root, modules) {
  return {
    name: "rooydad:made-modules",
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^virtual:/ }, ({ path }) =>
        path in modules ? { path, namespace: "made" } : null,
      );
      // Imports without names have side effects, even if package.json says otherwise.
      onResolve({ filter: /entry\.client/, namespace: "made" }, ({ path }) => ({
        path: join(root, path),
        sideEffects: true,
      }));
      onLoad({ filter: /./, namespace: "made" }, ({ path }) => ({
        contents: modules[path](),
        resolveDir: root,
        loader: "ts",
      }));
    },
  };
}
