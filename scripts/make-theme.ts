import { readFileSync, writeFileSync } from "node:fs";
import { convertCssVariables, DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from "@mantine/core";
import { FAMILY_COLORS, SHADES } from "../app/lib/drawing/palette";
import { cssVariablesResolver, theme } from "../app/theme";

/**
 * Writes app/styles/theme-variables.css: the palette's colours as tokens, the dark scheme of tokens.css for dark systems, and Mantine's variables as our theme has them,
 * without those that are Mantine's own defaults. MantineProvider would write them as a style element into the body of every page, which is no valid HTML.
 */
type Variables = Record<string, string>;

const merged = mergeMantineTheme(DEFAULT_THEME, theme);
const defaults = defaultCssVariablesResolver(DEFAULT_THEME);
const themed = defaultCssVariablesResolver(merged);
const ours = cssVariablesResolver(merged);

const changed = (part: "variables" | "light" | "dark"): Variables =>
  Object.fromEntries(
    Object.entries({ ...themed[part], ...ours[part] } as Variables).filter(
      ([name, value]) => (defaults[part] as Variables)[name] !== value,
    ),
  );

const css = convertCssVariables({ variables: changed("variables"), light: changed("light"), dark: changed("dark") }, undefined)
  .replaceAll(/, :host(\([^)]*\))?\{/g, "{")
  .replaceAll(/\n+/g, "\n");
const palette = [
  ...Object.entries(SHADES).flatMap(([name, shades]) => shades.map((hex, shade) => `--rd-${name}-${shade}:${hex};`)),
  ...Object.entries(FAMILY_COLORS).map(([family, hex]) => `--rd-cat-${family}:${hex};`),
].join("");
// Without a choice and without scripts, the system's colour scheme applies. CSS cannot share one rule between a selector
// and a media query.
const dark = /\[data-mantine-color-scheme="dark"\] (\{[^}]*\})/.exec(readFileSync("app/styles/tokens.css", "utf8"))?.[1];
if (!dark) throw new Error("app/styles/tokens.css has no dark scheme.");
const system = `@media (prefers-color-scheme: dark){:root:not([data-mantine-color-scheme])${dark}}`;
writeFileSync("app/styles/theme-variables.css", `:root{${palette}}\n${css.trim()}\n${system}\n`);
console.log("The palette and Mantine's variables in app/styles/theme-variables.css");
