import "./set-up/require-node.mjs";
import { execFileSync } from "node:child_process";
import process from "node:process";
import { buildAfresh } from "./set-up/build.mjs";
import { root, tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { ensurePackages } from "./set-up/packages.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";
import { runVisibly } from "./set-up/run.mjs";

const PLACEHOLDER = /^[0-]*$/;

/** `npm run deploy`: checks, builds, migrates the remote database, deploys. It never seeds. `-- --dry-run` stops before anything leaves this machine. */
async function deploy() {
  const isDryRun = process.argv.includes("--dry-run");
  await ensurePackages();
  checkConfiguration();
  if (!isDryRun) checkAccount();
  await buildAfresh();

  if (isDryRun) return wrangler("The dry run failed.", "deploy", "--env", "production", "--dry-run", "--outdir", ".cache/deploy");
  // Migrations only ever add: the Worker that still runs must work with the new schema.
  say("• Applying the migrations to the production database …");
  await wrangler(
    "The migrations were not all applied, so nothing was deployed.",
    "d1",
    "migrations",
    "apply",
    "DB",
    "--remote",
    "--env",
    "production",
  );
  say("• Deploying …");
  await wrangler("The Worker was not deployed.", "deploy", "--env", "production");
}

/** Environments of wrangler inherit no bindings, so each one must be named again, with real ids. */
function checkConfiguration() {
  const { base, production, environments } = readConfiguration();
  if (!environments.includes("production")) {
    throw new SetUpError(
      "wrangler.toml has no [env.production].",
      "Copy the bindings of the top level there, with the ids of your account; docs: https://developers.cloudflare.com/workers/wrangler/environments/",
    );
  }
  const problems = [
    ...Object.keys(base.bindings)
      .filter((name) => !(name in production.bindings))
      .map((name) => `binding ${name} (${base.bindings[name]}) is missing`),
    ...production.databases
      .filter(({ id }) => PLACEHOLDER.test(id ?? ""))
      .map(({ binding, name }) => `database_id of ${binding} is a placeholder: npx wrangler d1 create ${name} prints the real one`),
    ...(production.variables.ENVIRONMENT === "production" ? [] : ['vars.ENVIRONMENT is not "production"']),
    ...(isOrigin(production.variables.PUBLIC_URL)
      ? []
      : ['vars.PUBLIC_URL is not the address under which people reach the product, such as "https://rooydad.example" (no path, no slash)']),
  ];
  if (problems.length > 0)
    throw new SetUpError("[env.production] in wrangler.toml is not complete:", problems.map((problem) => `- ${problem}`).join("\n"));
}

/** Links in pages, feeds and messages begin with it; without it they would name whichever host was asked. */
function isOrigin(text) {
  return typeof text === "string" && text.startsWith("https://") && URL.canParse(text) && new URL(text).origin === text;
}

function readConfiguration() {
  const script = `
    import { unstable_readConfig } from "wrangler";
    const read = (env) => {
      const { d1_databases, r2_buckets, durable_objects, queues, vars } = unstable_readConfig({ config: "wrangler.toml", env }, { hideWarnings: true });
      const bindings = {};
      for (const { binding, database_name } of d1_databases) bindings[binding] = "D1 database " + database_name;
      for (const { binding, bucket_name } of r2_buckets) bindings[binding] = "R2 bucket " + bucket_name;
      for (const { name, class_name } of durable_objects.bindings) bindings[name] = "Durable Object " + class_name;
      for (const { binding, queue } of queues.producers ?? []) bindings[binding] = "queue " + queue;
      return { bindings, variables: vars, databases: d1_databases.map((d) => ({ binding: d.binding, name: d.database_name, id: d.database_id })) };
    };
    const environments = unstable_readConfig({ config: "wrangler.toml" }, { hideWarnings: true }).definedEnvironments ?? [];
    console.log(JSON.stringify({ base: read(), production: read("production"), environments }));
  `;
  return JSON.parse(
    execFileSync(toolsNode(), ["--input-type=module", "-e", script], { cwd: root, env: toolsEnvironment(), encoding: "utf8" }),
  );
}

function checkAccount() {
  try {
    execFileSync(toolsNode(), [tool("wrangler"), "whoami", "--json"], {
      cwd: root,
      env: toolsEnvironment(),
      stdio: ["ignore", "pipe", "pipe"],
      timeout: 60_000,
    });
  } catch (error) {
    const isLoggedOut = String(error.stdout).includes('"loggedIn":false');
    throw new SetUpError(
      isLoggedOut
        ? "Wrangler is not signed in to a Cloudflare account."
        : `Wrangler could not ask who is signed in: ${String(error.stderr || error.stdout || error.message).trim()}`,
      "Run: npx wrangler login   (on a build machine set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID instead)",
    );
  }
}

async function wrangler(otherwise, ...args) {
  if ((await runVisibly(toolsNode(), [tool("wrangler"), ...args], toolsEnvironment())) !== 0) {
    throw new SetUpError(
      otherwise,
      "What wrangler says above names the cause; a bucket or queue that is missing is made with: npx wrangler r2 bucket create NAME, npx wrangler queues create NAME",
    );
  }
}

deploy().catch(exitWith);
