import { join } from "node:path";
import { cacheFolder } from "../set-up/environment.mjs";
import { SetUpError } from "../set-up/report.mjs";
import { hasId, lacksMail, problemsOf, targetOf, unroutedDomain } from "./configuration.mjs";
import { smokeTest } from "./smoke.mjs";

/** Number and interval (ms) of health checks of a new Worker. */
const HEALTH_CHECKS = 10;
const HEALTH_PAUSE = 3_000;

/**
 * Deploys to an account of Cloudflare: shows what is missing there, creates it once that is
 * confirmed, applies the migrations and deploys. Migrations only add, so the Worker that still runs
 * works with the new schema. Nothing is ever seeded or deleted.
 * @param request `environment`: production, staging or preview; `isDryRun`: shows the plan and builds,
 * changes nothing; `isConfirmed`: does not ask; `publicUrl`: the product's address, where the
 * configuration has none; `isWithoutMail`: no mail yet
 * @param means the account (`wrangler(args, input)` resolves to its exit code and output), the
 * build and the terminal
 * @throws SetUpError with what to do about it
 */
export async function deploy(
  { environment, isDryRun, isConfirmed, publicUrl, isWithoutMail },
  means,
) {
  const { configuration, storeTarget, wrangler, workerProblems, build, say, confirm } = means;
  const target = targetOf(configuration, environment, publicUrl);
  const account = await readAccount(wrangler, target);
  if (!account.isSignedIn && !isDryRun)
    throw new SetUpError(
      "Wrangler is not signed in to a Cloudflare account.",
      "Run: npx wrangler login   (on a build machine set CLOUDFLARE_API_TOKEN and CLOUDFLARE_ACCOUNT_ID instead)",
    );
  const isAsked = !isDryRun && !isConfirmed && lacksMail(target);
  if (isWithoutMail || (isAsked && (await confirm(NO_MAIL_YET))))
    target.config.vars.ALLOW_OUTBOX_MAIL = "yes";
  // The plan makes APP_SECRET.
  const secrets = [...account.secrets, "APP_SECRET"];
  const problems = [
    ...problemsOf(configuration, target),
    ...(await workerProblems(target.config.vars, secrets)),
  ];
  const missing = missingIn(account, target);
  say(
    `Plan for ${environment}${account.isSignedIn ? "" : " (not signed in: what the account has is unknown, and no secret counts as set)"}:`,
  );
  for (const { what } of missing) say(`  + ${what}`);
  const domain = unroutedDomain(configuration, target);
  if (domain)
    say(
      `  ! No route leads to ${domain}, unless it is connected in the dashboard: routes = [{ pattern = "${domain}", custom_domain = true }] under [env.production] of wrangler.toml`,
    );
  say("  • build, apply the migrations, deploy, ask /healthz and a page of each kind");
  if (problems.length > 0)
    throw new SetUpError(
      `The ${environment} deployment is not configured: ${problems.length === 1 ? "1 thing is" : `${problems.length} things are`} missing or wrong.`,
      `${list(problems)}\n${waysOut(target)}`,
    );

  if (isDryRun) {
    await build();
    for (const { name, args } of inOrder(target, storeTarget(target, isDryRun)))
      await mustRun(
        wrangler,
        ["deploy", ...args, "--dry-run", "--outdir", join(cacheFolder, "deploy", name)],
        "The dry run failed.",
      );
    return { missing: missing.map(({ what }) => what) };
  }
  if (
    missing.length > 0 &&
    !isConfirmed &&
    !(await confirm("Create what is missing and deploy? [y/N] "))
  )
    throw new SetUpError(
      "Nothing was changed.",
      "Answer y, or run it with --yes where nobody can answer.",
    );
  for (const { create } of missing.filter(({ isSecret }) => !isSecret)) await create(wrangler);
  const found = await readAccount(wrangler, target);
  for (const database of target.config.d1_databases) {
    if (!hasId(database)) database.database_id = found.databases.get(database.database_name) ?? "";
    if (!hasId(database))
      throw new SetUpError(
        `The account has no database ${database.database_name}.`,
        "Run it again.",
      );
  }
  const stored = storeTarget(target, isDryRun);
  const where = stored.product;
  await build();
  for (const { create } of missing.filter(({ isSecret }) => isSecret))
    await create(wrangler, where);
  say("• Applying the migrations …");
  await mustRun(
    wrangler,
    ["d1", "migrations", "apply", "DB", "--remote", ...where],
    "The migrations were not all applied, so nothing was deployed.",
  );
  say("• Deploying …");
  for (const { name, args } of inOrder(target, stored))
    await mustRun(wrangler, ["deploy", ...args], `The Worker ${name} was not deployed.`);
  await checkHealth(target, means, stored);
  return { missing: missing.map(({ what }) => what) };
}

const NO_MAIL_YET =
  "No mail is set up (MAIL_TRANSPORT, docs/deploy.md): nobody can confirm an address or get a new password. Deploy without mail for now? Staff will see a note. [y/N] ";

/** How each kind of setting is set. */
const waysOut = ({ environment, config }) =>
  [
    "The address: --url https://rooydad.example, or https://rooydad.<your subdomain>.workers.dev",
    "No mail yet: --no-mail",
    `Variables: [env.production.vars] of wrangler.toml${environment === "production" ? "" : `, which ${environment} takes over`}`,
    `Secrets: npx wrangler secret put NAME --name ${config.name}`,
    "All of them: docs/deploy.md",
  ].join("\n");

/** The product's Worker is bound to the second one, so that is deployed first; backups are of the database that is migrated. */
const inOrder = ({ config, pictures, backups }, stored) => [
  { name: pictures.name, args: stored.pictures },
  { name: backups.name, args: stored.backups },
  { name: config.name, args: stored.product },
];

const list = (lines) => lines.map((line) => `- ${line}`).join("\n");

const parse = (text, otherwise) => {
  try {
    return JSON.parse(text);
  } catch {
    return otherwise;
  }
};

/** The account's existing parts of a target. */
async function readAccount(wrangler, { config, backups }) {
  const answer = await wrangler(["whoami", "--json"]);
  const isSignedIn = answer.code === 0 && parse(answer.output, {}).loggedIn !== false;
  const none = {
    isSignedIn,
    databases: new Map(),
    buckets: new Set(),
    queues: new Set(),
    secrets: new Set(),
  };
  if (!isSignedIn) return none;
  const has = async (names, ...command) => {
    const found = new Set();
    for (const name of names) if ((await wrangler([...command, name])).code === 0) found.add(name);
    return found;
  };
  const databases = parse((await wrangler(["d1", "list", "--json"])).output, []);
  // Fails while there is no Worker of this name.
  const secrets = parse(
    (await wrangler(["secret", "list", "--name", config.name, "--format", "json"])).output,
    [],
  );
  return {
    isSignedIn,
    databases: new Map(databases.map(({ name, uuid }) => [name, uuid])),
    buckets: await has(bucketsOf(config, backups), "r2", "bucket", "info"),
    queues: await has(queuesOf(config), "queues", "info"),
    secrets: new Set(secrets.map(({ name }) => name)),
  };
}

const bucketsOf = (...configs) =>
  configs.flatMap(({ r2_buckets }) => r2_buckets.map(({ bucket_name }) => bucket_name));
const queuesOf = ({ queues }) => [
  ...new Set([
    ...queues.producers.map(({ queue }) => queue),
    ...queues.consumers.flatMap(({ queue, dead_letter_queue: dead }) =>
      dead ? [queue, dead] : [queue],
    ),
  ]),
];

/**
 * Parts to create in the account, in order. Dead-letter queues are created like all others, before
 * the Worker that names them.
 */
function missingIn(account, { config, backups }) {
  const creating = (what, ...args) => ({
    what: `create ${what}`,
    create: (wrangler) => mustRun(wrangler, args, `${what} was not created.`),
  });
  return [
    ...config.d1_databases
      .filter((database) => !hasId(database) && !account.databases.has(database.database_name))
      .map(({ database_name: name }) => creating(`D1 database ${name}`, "d1", "create", name)),
    ...bucketsOf(config, backups)
      .filter((name) => !account.buckets.has(name))
      .map((name) => creating(`R2 bucket ${name}`, "r2", "bucket", "create", name)),
    ...queuesOf(config)
      .filter((name) => !account.queues.has(name))
      .map((name) => creating(`queue ${name}`, "queues", "create", name)),
    ...(account.secrets.has("APP_SECRET")
      ? []
      : [
          {
            what: "set secret APP_SECRET to 48 random bytes",
            isSecret: true,
            create: (wrangler, where) =>
              mustRun(
                wrangler,
                ["secret", "put", "APP_SECRET", ...where],
                "The secret was not set.",
                Buffer.from(crypto.getRandomValues(new Uint8Array(48))).toString("base64"),
              ),
          },
        ]),
  ];
}

async function mustRun(wrangler, args, otherwise, input) {
  const { code, output } = await wrangler(args, input);
  if (code !== 0)
    throw new SetUpError(
      otherwise,
      `wrangler ${args.join(" ")}: ${output.trim() || `ended with code ${code}`}`,
    );
}

/**
 * Asks the deployed product whether it is well, and for what people open first; a new Worker takes some seconds to be everywhere.
 */
async function checkHealth({ config }, { ask, pause, say }, stored) {
  const waysBack = [
    `Its log: npx wrangler tail ${stored.product.join(" ")}`,
    ...Object.values(stored).map(
      (where) => `Back to the Worker before: npx wrangler rollback ${where.join(" ")}`,
    ),
    "A rollback past a migration of Durable Objects is refused: docs/deploy.md, Going back, has the way forward.",
  ].join("\n");
  const address = `${config.vars.PUBLIC_URL}/healthz`;
  let status = 0;
  for (let count = 0; count < HEALTH_CHECKS && status !== 200; count++) {
    if (count > 0) await pause(HEALTH_PAUSE);
    ({ status } = await ask(address));
  }
  if (status !== 200) throw new SetUpError(`${address} answers ${status || "nothing"}.`, waysBack);
  say(`✓ ${address} answers 200.`);
  const problems = await smokeTest((path) => ask(config.vars.PUBLIC_URL + path));
  if (problems.length > 0)
    throw new SetUpError("The deployed product is not well:", `${list(problems)}\n${waysBack}`);
  say("✓ Home, list, event, sign-in, API and feed answer as they should.");
}
