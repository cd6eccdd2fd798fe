import "./set-up/require-node.mjs";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { root, tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";

const USAGE = "npm run create-owner -- EMAIL [--name NAME] [--production URL]";

function read(args) {
  const options = { email: null, name: null, production: null };
  for (let at = 0; at < args.length; at++) {
    if (args[at] === "--name") options.name = args[++at];
    else if (args[at] === "--production") options.production = args[++at];
    else if (options.email === null) options.email = args[at].trim().toLowerCase();
    else throw new SetUpError(`I do not know what "${args[at]}" is.`, USAGE);
  }
  if (!/^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$/.test(options.email ?? ""))
    throw new SetUpError("An e-mail address is needed.", USAGE);
  if (options.production !== null && !/^https:\/\/[^/]+$/.test(options.production ?? ""))
    throw new SetUpError(
      "--production needs the address of the deployed product, such as https://rooydad.example.",
      USAGE,
    );
  return options;
}

/** Runs the script that writes. Its output contains the link's secret and is not logged. */
function makeOwner(options) {
  try {
    return execFileSync(toolsNode(), [tool("tsx"), "scripts/make-owner.ts", ...options], {
      cwd: root,
      encoding: "utf8",
      env: toolsEnvironment(),
      stdio: ["ignore", "pipe", "inherit"],
    });
  } catch {
    throw new SetUpError("The owner was not made; the reason is above.", USAGE);
  }
}

/**
 * Makes an account the owner, which the product itself cannot do (decisions.md §6): by address,
 * with a link to set a password. An existing account keeps its data but loses its old credentials.
 */
async function createOwner() {
  const { email, name, production } = read(process.argv.slice(2));
  const displayName = (name ?? email.split("@")[0]).slice(0, 80);
  const output = makeOwner([
    "--email",
    email,
    "--name",
    displayName,
    ...(production ? ["--remote"] : []),
  ]);
  const { token, isNew } = JSON.parse(/^OWNER (.*)$/m.exec(output)?.[1] ?? "");
  const origin = production ?? `http://127.0.0.1:${process.env.PORT ?? 8787}`;
  if (!isNew)
    say(
      "There was an account with that address. Its data stays; its password, second factor, linked accounts, sessions and links are gone, whoever set them.",
    );
  say(
    `${email} is the owner now. Within an hour, set a password here:\n\n  ${origin}/reset-password?token=${token}\n`,
  );
}

createOwner().catch(exitWith);
