import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { root, toolsEnvironment } from "../set-up/environment.mjs";
import { runQuietly } from "../set-up/run.mjs";

/** Sources of the files that `npm run make` writes. */
const SOURCES =
  /^app\/(theme\.ts|lib\/(icon-names|drawing\/palette)\.ts|locales\/\w+\/api\.json|service-worker\/|styles\/tokens\.css)/;

/** Writes sprites, tokens and other files that are made of sources. */
export const makeFiles = () => runQuietly("make", "npm", ["run", "make"], toolsEnvironment());

/**
 * Whether files are sources of what is made, or style sheets that name a variable which is not
 * among what is made yet.
 */
export const concernsMade = (files) =>
  files.some(
    (file) => SOURCES.test(relative(root, file)) || (file.endsWith(".css") && namesMore(file)),
  );

const NAME = /--(?:mantine|rd)-[a-z0-9-]+/g;

function namesMore(file) {
  if (!existsSync(file)) return false;
  const text = readFileSync(file, "utf8");
  const known = ["theme-variables.css", "tokens.css"]
    .map((name) => readFileSync(join(root, "app", "styles", name), "utf8"))
    .join();
  return [...text.matchAll(NAME)].some(
    ([name]) => !known.includes(`${name}:`) && !text.includes(`${name}:`),
  );
}
