import "./set-up/require-node.mjs";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { billOfMaterials, checkLicences, licenceTexts } from "./release/parts.mjs";
import { cacheFolder } from "./set-up/environment.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, say } from "./set-up/report.mjs";

/**
 * `npm run release`: writes what goes beside a release, its bill of materials (CycloneDX) and the
 * licences of its packages.
 */
async function release() {
  await ensurePackages();
  const bill = billOfMaterials();
  checkLicences(bill);
  const folder = join(cacheFolder, "release");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "rooydad.cdx.json"), JSON.stringify(bill, null, 2));
  writeFileSync(join(folder, "licences.txt"), licenceTexts(bill));
  say(
    `${bill.components.length} packages: .cache/release/rooydad.cdx.json, .cache/release/licences.txt`,
  );
}

release().catch(exitWith);
