import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes public/drawings/motifs.json: the drawings of data/motifs/ by name, which the Worker reads
 * when it draws a cover. They would be 30 kB of it, compressed.
 */
const FROM = new URL("../data/motifs/", import.meta.url);
const TO = new URL("../public/drawings/", import.meta.url);

const drawings = readdirSync(FROM)
  .filter((file) => file.endsWith(".svg"))
  .sort()
  .map((file) => [file.slice(0, -4), readFileSync(new URL(file, FROM), "utf8")]);
mkdirSync(TO, { recursive: true });
writeFileSync(new URL("motifs.json", TO), JSON.stringify(Object.fromEntries(drawings)));
