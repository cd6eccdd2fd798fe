import "./set-up/require-node.mjs";
import { build, fingerprintOfSources } from "./set-up/build.mjs";
import { exitWith, printError, say, seconds } from "./set-up/report.mjs";
import { serve } from "./set-up/serve.mjs";

const LOOK_EVERY_MS = 500;

/**
 * Builds again when a source has changed; wrangler itself watches the build.
 * It looks instead of using fs.watch, which is not recursive everywhere.
 */
function rebuildOnChange() {
  let seen = fingerprintOfSources();
  let isBuilding = false;
  let isStopped = false;
  const timer = setInterval(async () => {
    if (isBuilding) return;
    const current = fingerprintOfSources();
    if (current === seen) return;
    seen = current;
    isBuilding = true;
    const began = Date.now();
    try {
      await build();
      say(`• built again in ${seconds(Date.now() - began)}`);
    } catch (error) {
      // Ctrl-C ends a build that is under way, too.
      if (!isStopped) printError(error);
    }
    isBuilding = false;
  }, LOOK_EVERY_MS);
  return () => {
    isStopped = true;
    clearInterval(timer);
  };
}

serve({ logLevel: "log", whileServing: rebuildOnChange }).catch(exitWith);
