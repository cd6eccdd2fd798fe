import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { root, systemEnvironment } from "../set-up/environment.mjs";
import { SetUpError } from "../set-up/report.mjs";

/**
 * Licences whose terms the product meets under its own, MIT: permissive ones, and the MPL for
 * unchanged files.
 */
const COMPATIBLE = new Set([
  "MIT",
  "MIT-0",
  "ISC",
  "0BSD",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "Apache-2.0",
  "Unlicense",
  "CC0-1.0",
  "BlueOak-1.0.0",
  "MPL-2.0",
]);

/**
 * Packages of the tools alone. npm's own `--omit dev` also leaves out what tools and product share,
 * such as React.
 */
const isTool = ({ properties = [] }) =>
  properties.some(({ name, value }) => name === "cdx:npm:package:development" && value === "true");

/** The bill of materials of what is deployed, CycloneDX 1.5 as JSON. Needs installed packages. */
export function billOfMaterials() {
  const output = execFileSync("npm", ["sbom", "--sbom-format", "cyclonedx"], {
    cwd: root,
    env: systemEnvironment(),
    encoding: "utf8",
    maxBuffer: 1e8,
    stdio: ["ignore", "pipe", "ignore"],
  });
  const bill = JSON.parse(output);
  const tools = new Set(bill.components.filter(isTool).map((component) => component["bom-ref"]));
  const isDeployed = (reference) => !tools.has(reference);
  return {
    ...bill,
    components: bill.components.filter((component) => !isTool(component)),
    dependencies: bill.dependencies
      .filter(({ ref }) => isDeployed(ref))
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter(isDeployed) })),
  };
}

/** SPDX expression of a component; empty if it states none. */
const licenceOf = ({ licenses = [] }) =>
  licenses
    .map(({ license, expression }) => license?.id ?? license?.name ?? expression)
    .join(" AND ");

/** Whether one of the offered licences, and all that apply together, are compatible. */
export const isCompatible = (expression) =>
  expression
    .replace(/[()]/g, "")
    .split(" OR ")
    .some((offered) => offered.split(" AND ").every((name) => COMPATIBLE.has(name.trim())));

/** Components whose licence is unknown or not compatible with the product's own. */
export const incompatible = ({ components }) =>
  components
    .filter((component) => !isCompatible(licenceOf(component)))
    .map(({ name, version, ...rest }) => `${name}@${version}: ${licenceOf(rest) || "no licence"}`);

/** The text of all licences, a package each. */
export function licenceTexts({ components }) {
  return components
    .map((component) => {
      const folder = join(root, "node_modules", component.name);
      const file = existsSync(folder)
        ? readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name))
        : undefined;
      const text = file
        ? readFileSync(join(folder, file), "utf8").trim()
        : "The package contains no licence text.";
      return `${component.name} ${component.version} (${licenceOf(component)})\n\n${text}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}

/** @throws SetUpError if a licence is unknown or not compatible */
export function checkLicences(bill) {
  const refused = incompatible(bill);
  if (refused.length > 0)
    throw new SetUpError(
      "Packages of the product have licences that do not fit its own (MIT):",
      refused.join("\n"),
    );
}
