import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Draws app/ui/icons.svg: one sprite of the Tabler outline icons that the product uses.
 * Names come from `<Icon name="…">`, `icon: "…"` in the sources, so an icon is added by using it.
 */
const SOURCES = ["app/lib", "app/ui", "app/components", "app/routes", "app/modules"];
const FILLED = ["heart"];
const names = new Set(FILLED.map((name) => `${name}-filled`));

function read(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) read(path);
    else if (/\.tsx?$/.test(entry.name))
      for (const [, name] of readFileSync(path, "utf8").matchAll(/(?:\bicon=|\bicon: |<Icon name=)\{?"([a-z0-9-]+)"/g)) names.add(name);
  }
}
for (const folder of SOURCES) if (existsSync(folder)) read(folder);

const base = "node_modules/@tabler/icons/icons";
const symbols = [...names].sort().map((name) => {
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
writeFileSync("app/ui/icons.svg", `<svg xmlns="http://www.w3.org/2000/svg">\n${symbols.join("\n")}\n</svg>\n`);
console.log(`${names.size} icons in app/ui/icons.svg`);
