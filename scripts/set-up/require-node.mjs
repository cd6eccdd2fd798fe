// Imported first by every entry script, before dependencies are installed. Node 14 syntax, so that
// an old Node prints a message instead of failing on a syntax error.
import process from "node:process";

var oldest = 20;
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
