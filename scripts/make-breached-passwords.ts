import { writeFileSync } from "node:fs";
import { dictionary } from "@zxcvbn-ts/language-common";

/** How many of the most common passwords are refused (decisions.md §5, ASVS 6.2.4). */
const COUNT = 10_000;
/** The number of shared characters is one digit. */
const SHARED_MAX = 9;

const passwords = dictionary["passwords-common"].slice(0, COUNT).sort();
// Each as the number of characters that it shares with the one before, and the rest: compressed,
// the Worker is 17 kB smaller.
const lines = passwords.map((password, at) => {
  const before = passwords[at - 1] ?? "";
  let shared = 0;
  while (shared < SHARED_MAX && shared < before.length && password[shared] === before[shared])
    shared++;
  return `${shared}${password.slice(shared)}`;
});
writeFileSync(
  new URL("../app/modules/identity/breached-passwords.json", import.meta.url),
  `${JSON.stringify({ passwords: lines.join("\n") })}\n`,
);
