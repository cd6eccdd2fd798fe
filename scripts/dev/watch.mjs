import { watch } from "node:fs";
import { join, relative } from "node:path";
import { root } from "../set-up/environment.mjs";

const FOLDERS = ["app", "data", "db", "migrations", "party", "pictures", "public", "worker"];
/**
 * How long nothing more may happen before what has changed is built: editors and Git write several
 * files at once.
 */
const QUIET_MS = 40;

/** Files that editors write beside others. */
const PASSING = /(^|\/)(\.[^/]*|[^/]*~|4913|#[^/]*#)$/;

/** What is read at the start of `npm run dev` only. */
const READ_ONCE =
  /^(migrations\/|package(-lock)?\.json$|(pictures\/)?wrangler\.toml$|tsconfig\.json$|postcss\.config\.cjs$)/;
const OF_THE_ROOT = new RegExp(`${READ_ONCE.source}|^CHANGELOG`);

/**
 * Calls `onChange` with the sources that have changed, never twice at a time.
 * @param {(files: string[]) => Promise<void>} onChange gets absolute paths
 * @returns a function that stops watching
 */
export function watchSources(onChange) {
  const changed = new Set();
  let timer;
  let isUnderWay = false;
  const run = async () => {
    if (isUnderWay || changed.size === 0) return;
    isUnderWay = true;
    const files = [...changed];
    changed.clear();
    await onChange(files);
    isUnderWay = false;
    run();
  };
  const note = (folder) => (_, name) => {
    if (!name || PASSING.test(name)) return;
    changed.add(join(folder, name));
    clearTimeout(timer);
    timer = setTimeout(run, QUIET_MS);
  };
  const watchers = [
    ...FOLDERS.map((name) => watch(join(root, name), { recursive: true }, note(join(root, name)))),
    watch(root, (event, name) => name && OF_THE_ROOT.test(name) && note(root)(event, name)),
  ];
  return () => {
    clearTimeout(timer);
    for (const watcher of watchers) watcher.close();
  };
}

/** @returns the first of the changed files that requires a restart, if any */
export const readOnce = (files) =>
  files.map((file) => relative(root, file)).find((name) => READ_ONCE.test(name));
