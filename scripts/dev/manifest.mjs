import { join } from "node:path";
import { writeHashed } from "./plugins.mjs";

/**
 * What the pages of a build load, as Remix's own build describes it. A route's style sheets are one
 * file, without what the routes around it have loaded already.
 * @param {import("esbuild").Metafile} metafile of the browser's part
 * @param {Record<string, import("./routes.mjs").Route>} routes
 */
export async function describeAssets({
  root,
  metafile,
  routes,
  exportsOf,
  cssOf,
  folder,
  version,
}) {
  const outputs = outputsByEntry(metafile, root, folder);
  const sheets = new Map();
  const described = {};
  for (const { id, parentId, path, index, caseSensitive, file } of Object.values(routes)) {
    const exports = exportsOf(file);
    const above = sheets.get(parentId) ?? [];
    const entries = parentId === undefined ? [CLIENT, entryOf(id)] : [entryOf(id)];
    const own = sheetsOf(metafile, entries).filter((sheet) => !above.includes(sheet));
    sheets.set(id, [...above, ...own]);
    const css = (await Promise.all(own.map((sheet) => cssOf(join(root, sheet))))).join("\n");
    described[id] = {
      ...{ id, parentId, path, index, caseSensitive },
      hasAction: exports.includes("action"),
      hasLoader: exports.includes("loader"),
      hasClientAction: exports.includes("clientAction"),
      hasClientLoader: exports.includes("clientLoader"),
      hasErrorBoundary: exports.includes("ErrorBoundary"),
      ...outputs.get(entryOf(id)),
      css: css ? [writeHashed(folder, `${fileNameOf(id)}.css`, css)] : [],
    };
  }
  return { entry: { ...outputs.get(CLIENT), css: [] }, routes: described, url: "", version };
}

/** The browser's entry, and that of a route: modules that are made (build.mjs). */
export const CLIENT = "virtual:client";
export const entryOf = (id) => `virtual:route/${id}`;

/** A route's name in its files' names. */
export const fileNameOf = (id) =>
  id
    .replace(/^routes\//, "")
    .replace(/\/route$/, "")
    .replaceAll("/", "-");

/** Each entry's address and those of the chunks that it imports. */
function outputsByEntry({ outputs }, root, folder) {
  const addressOf = (output) => join(root, output).slice(folder.length);
  const chunksOf = (output, seen = new Set()) => {
    for (const { path, kind, external } of outputs[output].imports) {
      if (kind !== "import-statement" || external || seen.has(path)) continue;
      seen.add(path);
      chunksOf(path, seen);
    }
    return [...seen];
  };
  return new Map(
    Object.entries(outputs)
      .filter(([, { entryPoint }]) => entryPoint?.startsWith("made:"))
      .map(([output, { entryPoint }]) => [
        entryPoint.slice("made:".length),
        { module: addressOf(output), imports: chunksOf(output).map(addressOf) },
      ]),
  );
}

/**
 * Style sheets in the order in which modules import them, those of parts that are loaded on demand
 * at the end.
 */
function sheetsOf({ inputs }, entries) {
  const found = [];
  const seen = new Set();
  const later = entries.map((entry) => `made:${entry}`);
  const visit = (input) => {
    if (seen.has(input) || !inputs[input]) return;
    seen.add(input);
    for (const { path, kind } of inputs[input].imports)
      kind === "dynamic-import" ? later.push(path) : visit(path);
    if (input.endsWith(".css")) found.push(input);
  };
  for (const input of later) visit(input);
  return found;
}
