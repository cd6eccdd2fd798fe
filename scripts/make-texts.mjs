import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";

const LOCALES = ["en", "fa"];
/** Namespaces that the server alone reads; components draw with all others. */
const OF_SERVER = new Set(
  "api calendar errors feedback help how-it-works legal mail mail-templates search".split(" "),
);
const at = (path) => new URL(`../${path}`, import.meta.url);

/** Long texts, each read by few requests. */
const SHIPPED = ["api", "feedback", "help", "how-it-works", "legal"];
/** How many of the most common passwords are refused (decisions.md §5, ASVS 6.2.4). */
const COMMON_PASSWORDS = 10_000;

/**
 * Writes public/texts/, which the Worker reads on request: they would be 125 kB of it, compressed.
 */
function writeShipped() {
  mkdirSync(at("public/texts/"), { recursive: true });
  for (const locale of LOCALES) {
    for (const name of SHIPPED) {
      const texts = JSON.parse(readFileSync(at(`app/locales/${locale}/${name}.json`), "utf8"));
      writeFileSync(at(`public/texts/${name}.${locale}.json`), JSON.stringify(texts));
    }
    const changelog = locale === "en" ? "CHANGELOG.md" : `CHANGELOG.${locale}.md`;
    copyFileSync(at(changelog), at(`public/texts/changelog.${locale}.md`));
  }
  const passwords = dictionary["passwords-common"].slice(0, COMMON_PASSWORDS);
  writeFileSync(at("public/texts/common-passwords.txt"), passwords.join("\n"));
}

const namespaces = readdirSync(at("app/locales/en"))
  .map((file) => file.replace(/\.json$/, ""))
  .filter((name) => !OF_SERVER.has(name));
const variable = (locale, name) => `${locale}_${name.replaceAll("-", "_")}`;
const lines = (map) => LOCALES.flatMap((locale) => namespaces.map((name) => map(locale, name)));
const table = (locale) =>
  `  ${locale}: {\n${namespaces.map((name) => `    "${name}": ${variable(locale, name)},\n`).join("")}  },\n`;

/** Writes app/i18n/made/: the namespaces that components draw with, from the files of texts. */
function writeNamespaces() {
  const note = "// Written by scripts/make-texts.mjs.\n";
  const imports = (suffix) =>
    lines(
      (locale, name) =>
        `import ${variable(locale, name)} from "../../locales/${locale}/${name}.json${suffix}";\n`,
    ).join("");
  mkdirSync(at("app/i18n/made/"), { recursive: true });
  const write = (file, text) => writeFileSync(at(`app/i18n/made/${file}`), note + text);
  write(
    "drawn-messages.ts",
    `export interface DrawnMessages {\n${namespaces.map((name) => `  "${name}": typeof import("../../locales/en/${name}.json");\n`).join("")}}\n`,
  );
  write(
    "message-texts.server.ts",
    `${imports("")}\nexport const messageTexts = {\n${LOCALES.map(table).join("")}};\n`,
  );
  write(
    "message-files.ts",
    `${imports("?url")}\nexport const messageFiles = {\n${LOCALES.map(table).join("")}};\n`,
  );
}

writeShipped();
writeNamespaces();
