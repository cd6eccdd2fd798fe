import { fileURLToPath } from "node:url";
import stylelint from "stylelint";
import { describe, expect, it } from "vitest";

const configFile = fileURLToPath(new URL("../stylelint.config.mjs", import.meta.url));

async function faults(declaration: string): Promise<string[]> {
  const { results } = await stylelint.lint({ code: `a { ${declaration}; }`, configFile });
  return results.flatMap(({ warnings }) => warnings.map(({ text }) => text));
}

describe("The style sheets keep to the scale of app/styles/tokens.css", () => {
  it.each([
    "gap: 10px",
    "gap: 0.625rem",
    "gap: var(--rd-space-xs) 0.625rem",
    "row-gap: 10px",
    "margin: -10px",
    "margin-block-start: calc(100% + 0.625rem)",
    "padding: 0 0.625rem",
    "font-size: 15px",
    "font-size: 0.9rem",
    "font-size: clamp(1rem, 2vw, 2rem)",
    "font: 600 0.9rem / 1.5 monospace",
    "border-radius: 10px",
    "border-start-start-radius: 0.5rem",
    "--bar-radius: 0.5rem",
    "inline-size: min(100%, 320px)",
    "grid-template-columns: minmax(220px, 1fr)",
    "--button-size: 44px",
    "border: 3px solid",
    "outline-offset: -3px",
    "box-shadow: 0 1px 2px black",
    "transition: color 150ms",
    "transition: color 0.15s",
    "animation: turn 200ms",
  ])("refuses %s", async (declaration) => {
    expect(await faults(declaration)).not.toEqual([]);
  });

  it.each([
    "gap: var(--rd-space-2xs) var(--rd-space-xs)",
    "margin: 0 auto",
    "margin-inline: calc(-1 * var(--rd-gutter))",
    "padding-block: 0.125rem",
    "font-size: var(--rd-text-xl)",
    "font: inherit",
    "border-radius: 0 0 var(--rd-radius-md) var(--rd-radius-md)",
    "inline-size: min(100%, 20rem)",
    "border: 1.5px solid",
    "outline: 2.5px solid",
    "outline-offset: -2.5px",
    "box-shadow: var(--rd-shadow-lg)",
    "box-shadow: inset 0 0 0 1px var(--rd-line)",
    "transition: color var(--rd-fast)",
    "animation: turn 1.2s linear infinite",
  ])("takes %s", async (declaration) => {
    expect(await faults(declaration)).toEqual([]);
  });
});
