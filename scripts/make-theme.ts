import { globSync, readFileSync, writeFileSync } from "node:fs";
import {
  convertCssVariables,
  DEFAULT_THEME,
  defaultCssVariablesResolver,
  mergeMantineTheme,
} from "@mantine/core";
import { FAMILY_COLORS, SHADES } from "../app/lib/drawing/palette";
import { meaning, theme } from "../app/theme";

/**
 * Writes app/styles/theme-variables.css: the palette's colours as tokens, Mantine's variables with
 * the values of our theme, and the dark scheme of tokens.css for dark systems. It holds only
 * variables that a style sheet or a source file of ours, or an imported style sheet of Mantine,
 * refers to: every public page loads it.
 */
type Variables = Record<string, string>;

const OUTPUT = "app/styles/theme-variables.css";
const NAME = /--(?:mantine|rd)-[a-z0-9-]+/g;
/** Sizes and levels that Mantine's components refer to from their code. */
const NAMED_BY_CODE =
  /^--mantine-(?:spacing|font-size|line-height|radius|shadow|z-index|scale|cursor)/;

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const themed = defaultCssVariablesResolver(merged);
const variables: Variables = { ...themed.variables, ...meaning };
const { light, dark } = themed;
const palette: Variables = Object.fromEntries([
  ...Object.entries(SHADES).flatMap(([name, shades]) =>
    shades.map((hex, shade) => [`--rd-${name}-${shade}`, hex]),
  ),
  ...Object.entries(FAMILY_COLORS).map(([family, hex]) => [`--rd-cat-${family}`, hex]),
]);

const sources = globSync(["app/**/*.{css,ts,tsx}", "worker/**/*.ts", "public/*.css"])
  .filter((path) => path !== OUTPUT)
  .map((path) => readFileSync(path, "utf8"));
const imported = new Set(
  sources.flatMap((source) =>
    [...source.matchAll(/"(@mantine\/core\/styles\/[A-Za-z-]+\.layer\.css)"/g)].map(
      ([, path = ""]) => path,
    ),
  ),
);
const used = new Set<string>();
const use = (text: string) => {
  for (const [name] of text.matchAll(NAME)) {
    if (used.has(name)) continue;
    used.add(name);
    for (const values of [variables, light, dark, palette]) use(values[name] ?? "");
  }
};
for (const source of sources) use(source);
for (const path of imported) use(readFileSync(`node_modules/${path}`, "utf8"));
for (const name of Object.keys(variables)) if (NAMED_BY_CODE.test(name)) use(name);

const onlyUsed = (values: Variables): Variables =>
  Object.fromEntries(
    Object.entries(values).filter(
      ([name]) =>
        used.has(name) && (values === variables || values === palette || !(name in meaning)),
    ),
  );

const css = convertCssVariables(
  { variables: onlyUsed(variables), light: onlyUsed(light), dark: onlyUsed(dark) },
  undefined,
)
  .replaceAll(/, :host(\([^)]*\))?\{/g, "{")
  .replaceAll(/\n+/g, "\n");
const colors = Object.entries(onlyUsed(palette))
  .map(([name, hex]) => `${name}:${hex};`)
  .join("");
// Without a choice and without scripts, the system's colour scheme applies. CSS cannot share one
// rule between a selector and a media query.
const darkTokens = /\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/.exec(
  readFileSync("app/styles/tokens.css", "utf8"),
)?.[1];
if (!darkTokens) throw new Error("app/styles/tokens.css has no dark scheme.");
const system = `@media (prefers-color-scheme: dark){:root:not([data-mantine-color-scheme])${darkTokens}}`;
writeFileSync(OUTPUT, `:root{${colors}}\n${css.trim()}\n${system}\n`);
console.log(`The palette and Mantine's variables in ${OUTPUT}`);
