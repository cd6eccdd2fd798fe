import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";

/**
 * Writes public/texts/: the texts of the API's description and the changelog, which the Worker
 * reads on request. They would be 70 kB of it, compressed.
 */
const FOLDER = new URL("../public/texts/", import.meta.url);
const source = (path) => new URL(`../${path}`, import.meta.url);

mkdirSync(FOLDER, { recursive: true });
for (const locale of ["en", "fa"]) {
  const texts = JSON.parse(readFileSync(source(`app/locales/${locale}/api.json`), "utf8"));
  writeFileSync(new URL(`api.${locale}.json`, FOLDER), JSON.stringify(texts));
  const changelog = locale === "en" ? "CHANGELOG.md" : `CHANGELOG.${locale}.md`;
  copyFileSync(source(changelog), new URL(`changelog.${locale}.md`, FOLDER));
}
