import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** Draws app/ui/icons.svg: one sprite of the Tabler icons in app/lib/icon-names.ts. */
const names = [...readFileSync("app/lib/icon-names.ts", "utf8").matchAll(/\| "([a-z0-9-]+)"/g)].map(
  ([, name]) => name,
);

const base = "node_modules/@tabler/icons/icons";
const symbols = names.map((name) => {
  const filled = name.endsWith("-filled");
  const file = filled ? `${base}/filled/${name.slice(0, -7)}.svg` : `${base}/outline/${name}.svg`;
  if (!existsSync(file)) throw new Error(`There is no Tabler icon named ${name}.`);
  const inner = readFileSync(file, "utf8")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/^[\s\S]*?<svg[^>]*>/, "")
    .replace(/<\/svg>\s*$/, "")
    .replace(/<path stroke="none" d="M0 0h24v24H0z" fill="none"\s*\/>/, "")
    .replace(/\s+/g, " ")
    .trim();
  return `<symbol id="${name}" viewBox="0 0 24 24"${filled ? ' fill="currentColor" stroke="none"' : ""}>${inner}</symbol>`;
});
writeFileSync(
  "app/ui/icons.svg",
  `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`,
);
console.log(`${names.length} icons in app/ui/icons.svg`);
