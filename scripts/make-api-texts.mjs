import { mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes public/api-texts/: the texts of the API's description, read by the Worker on request. They
 * would be 47 kB of it, compressed.
 */
const FOLDER = new URL("../public/api-texts/", import.meta.url);

mkdirSync(FOLDER, { recursive: true });
for (const locale of ["en", "fa"]) {
  const texts = JSON.parse(
    readFileSync(new URL(`../app/locales/${locale}/api.json`, import.meta.url), "utf8"),
  );
  writeFileSync(new URL(`${locale}.json`, FOLDER), JSON.stringify(texts));
}
