import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { contrast } from "../lib/drawing/brand-colors";
import { SHADES } from "../lib/drawing/palette";

const SHEET = readFileSync(new URL("tokens.css", import.meta.url), "utf8");

/** The colours of a scheme by token, as hex. */
function colorsOf(scheme: "light" | "dark"): Record<string, string> {
  const start = SHEET.indexOf(`[data-mantine-color-scheme="${scheme}"] {`);
  const block = SHEET.slice(start, SHEET.indexOf("}", start));
  return Object.fromEntries(
    [...block.matchAll(/--rd-([\w-]+): (?:var\(--rd-(\w+)-(\d)\)|(#[\da-f]{6}));/g)].map(
      ([, name = "", palette = "", shade, hex]) => [
        name,
        hex ?? (SHADES as Record<string, readonly string[]>)[palette]?.[Number(shade)] ?? "",
      ],
    ),
  );
}

const GROUNDS = ["paper", "surface", "raised", "sunken"];
const TEXTS = ["ink", "ink-2", "ink-3"];
const TONES = ["primary", "accent", "danger", "success", "info"];

/** Text and what it stands on; WCAG 2.2 SC 1.4.3. */
const READ: readonly (readonly [string, string])[] = [
  ...TEXTS.flatMap((text) => GROUNDS.map((ground) => [text, ground] as const)),
  ...TONES.flatMap((tone) =>
    [...GROUNDS, `${tone}-soft`].map((ground) => [`${tone}-text`, ground] as const),
  ),
  ...TONES.map((tone) => ["ink", `${tone}-soft`] as const),
  ...TONES.map((tone) => ["ink-2", `${tone}-soft`] as const),
  ["on-primary", "primary"],
  ["on-primary", "primary-hover"],
  ["on-accent", "accent"],
  ["on-danger", "danger"],
  ["on-danger", "danger-hover"],
];

/** Edges of fields and marks of focus; SC 1.4.11. */
const SEEN = ["field", "focus"].flatMap((edge) => GROUNDS.map((ground) => [edge, ground] as const));

describe.each(["light", "dark"] as const)("the colours of the %s scheme", (scheme) => {
  const colors = colorsOf(scheme);
  const between = ([one, other]: readonly [string, string]) =>
    contrast(colors[one] ?? one, colors[other] ?? other);

  it.each(READ)("%s is readable on %s", (...pair) => {
    expect(between(pair)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(SEEN)("%s is visible on %s", (...pair) => {
    expect(between(pair)).toBeGreaterThanOrEqual(3);
  });
});
