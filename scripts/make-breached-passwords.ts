import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";

/** How many of the most common passwords are refused (decisions.md §5, ASVS 6.2.4). */
const COUNT = 10_000;

const passwords = dictionary["passwords-common"].slice(0, COUNT);
writeFileSync(
  new URL("../app/modules/identity/breached-passwords.json", import.meta.url),
  `${JSON.stringify({ passwords: passwords.join("\n") })}\n`,
);
