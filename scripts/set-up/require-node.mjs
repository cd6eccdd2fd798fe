// Imported first by every entry script, before anything is installed. Syntax of Node 14, so that an old Node
// reads this file and says what is wrong instead of failing on a module that it cannot run.
import process from "node:process";

var oldest = 18;
if (Number(process.versions.node.split(".")[0]) < oldest) {
  process.stderr.write(
    "Rooydad needs Node " +
      oldest +
      " or newer (with npm) to set itself up; this is Node " +
      process.versions.node +
      ".\n" +
      "Install a newer one from https://nodejs.org or with your version manager, then run the command again.\n",
  );
  process.exit(1);
}
