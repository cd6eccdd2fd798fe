import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";

/**
 * The routes of app/routes.ts by id, each after its parent, as Remix reads them.
 * @returns {Promise<Record<string, Route>>}
 * @typedef {{ id: string, parentId?: string, path?: string, index?: boolean, caseSensitive?:
 * boolean, file: string }} Route
 */
export async function readRoutes(root) {
  const app = join(root, "app");
  // Where Node finds the packages that it imports.
  const outfile = join(root, ".cache", "dev", "routes.mjs");
  await build({
    entryPoints: [join(app, "routes.ts")],
    outfile,
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  const { default: entries } = await import(
    `${pathToFileURL(outfile)}?${statSync(outfile).mtimeMs}`
  );
  const routes = { root: { id: "root", path: "", file: join(app, "root.tsx") } };
  const add = (children, parentId) => {
    for (const {
      file,
      children: below = [],
      id = file.replace(/\.tsx?$/, ""),
      path,
      index,
      caseSensitive,
    } of children) {
      if (routes[id]) throw new Error(`app/routes.ts has two routes with the id ${id}.`);
      routes[id] = { id, parentId, path, index, caseSensitive, file: join(app, file) };
      add(below, id);
    }
  };
  add(entries, "root");
  return routes;
}

/**
 * @returns a function that reads what files export, by file; those that have not changed are not
 * read again
 */
export function exportsReader(root) {
  /** @type {Map<string, { changed: number, names: string[] }>} */
  const known = new Map();
  return async (files) => {
    const changes = new Map([...new Set(files)].map((file) => [file, statSync(file).mtimeMs]));
    const entryPoints = [...changes]
      .filter(([file, changed]) => known.get(file)?.changed !== changed)
      .map(([file]) => file);
    if (entryPoints.length > 0) {
      const imports = {
        name: "imports",
        setup: ({ onResolve }) =>
          onResolve({ filter: /./ }, ({ kind }) =>
            kind === "entry-point" ? null : { external: true },
          ),
      };
      const options = {
        bundle: true,
        write: false,
        metafile: true,
        format: "esm",
        outdir: root,
        absWorkingDir: root,
        logLevel: "silent",
      };
      const { metafile } = await build({ entryPoints, plugins: [imports], ...options });
      for (const { entryPoint, exports } of Object.values(metafile.outputs)) {
        const file = join(root, entryPoint);
        known.set(file, { changed: changes.get(file), names: exports });
      }
    }
    return (file) => known.get(file).names;
  };
}
