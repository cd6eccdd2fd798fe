import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, root, toolsEnvironment, toolsNode } from "../set-up/environment.mjs";
import { SetUpError } from "../set-up/report.mjs";

export const ENVIRONMENTS = ["production", "staging", "preview"];

/** First digit of the numbers of rate limits, which are unique in an account. */
const LIMITS = { staging: 2, preview: 3 };

const PLACEHOLDER = /^[0-]*$/;
const FILE = join(root, "wrangler.toml");
const PICTURES = "pictures/wrangler.toml";
const BACKUPS = "backups/wrangler.toml";

/** Parts of a configuration that a Worker is deployed with. */
const DEPLOYED = [
  "name",
  "main",
  "compatibility_date",
  "compatibility_flags",
  "send_metrics",
  "minify",
  "upload_source_maps",
  "workers_dev",
  "preview_urls",
  "rules",
  "assets",
  "observability",
  "version_metadata",
  "vars",
  "d1_databases",
  "r2_buckets",
  "images",
  "ai",
  "vectorize",
  "services",
  "durable_objects",
  "migrations",
  "ratelimits",
  "queues",
  "triggers",
  "analytics_engine_datasets",
  "limits",
];

/**
 * The configurations of wrangler.toml as wrangler reads them: that of local runs and that of
 * production; and those of the second and third Worker of production.
 */
export function readConfiguration() {
  const script = `
    import { unstable_readConfig } from "wrangler";
    const read = (config, env) => unstable_readConfig({ config, env }, { hideWarnings: true });
    console.log(JSON.stringify({
      base: read("wrangler.toml"),
      production: read("wrangler.toml", "production"),
      pictures: read("${PICTURES}", "production"),
      backups: read("${BACKUPS}", "production"),
    }));
  `;
  return JSON.parse(
    execFileSync(toolsNode(), ["--input-type=module", "-e", script], {
      cwd: root,
      env: toolsEnvironment(),
      encoding: "utf8",
      maxBuffer: 1e7,
    }),
  );
}

/** The host of an address that is no workers.dev one: a domain of one's own. */
function domainOf(publicUrl) {
  const host = publicUrl && URL.canParse(publicUrl) ? new URL(publicUrl).host : "";
  return host.endsWith(".workers.dev") ? "" : host;
}

/**
 * The domain of a production deployment that no route of wrangler.toml leads to; "" for none. It may
 * have been connected in the dashboard.
 */
export function unroutedDomain({ production }, { environment, config }) {
  const domain = environment === "production" ? domainOf(config.vars.PUBLIC_URL) : "";
  const routes = [production.route ?? [], production.routes ?? []].flat();
  const isRouted = routes.some((route) => (route.pattern ?? route).split("/")[0] === domain);
  return isRouted ? "" : domain;
}

/**
 * Targets of a deployment. Production is [env.production] of wrangler.toml. Staging and preview are
 * the same under other names and on databases, buckets and queues of their own, in a file that is
 * written for each deployment: nothing can be set for one and forgotten for the other.
 * @param publicUrl overrides the configured PUBLIC_URL; the others than production have no other
 */
export function targetOf({ production, pictures, backups }, environment, publicUrl) {
  const isApart = environment !== "production";
  const named = (name) => (isApart ? `${name}-${environment}` : name);
  const deployed = (source) =>
    Object.fromEntries(
      DEPLOYED.flatMap((key) => (source[key] === undefined ? [] : [[key, source[key]]])),
    );
  const config = deployed(production);
  const domain = domainOf(publicUrl);
  const databasesOf = (databases) =>
    databases.map((database) => ({
      ...database,
      database_name: named(database.database_name),
      ...(isApart ? { database_id: "" } : null),
    }));
  const bucketsOf = (buckets) =>
    buckets.map((bucket) => ({ ...bucket, bucket_name: named(bucket.bucket_name) }));
  return {
    environment,
    pictures: { ...deployed(pictures), name: named(pictures.name) },
    backups: {
      ...deployed(backups),
      name: named(backups.name),
      main: join(root, "backups", "index.ts"),
      d1_databases: databasesOf(config.d1_databases),
      r2_buckets: bucketsOf(backups.r2_buckets),
    },
    config: {
      ...config,
      name: named(config.name),
      // Production's are in its own file.
      ...(isApart && domain ? { routes: [{ pattern: domain, custom_domain: true }] } : null),
      vars: {
        ...config.vars,
        ...(isApart || publicUrl ? { PUBLIC_URL: publicUrl ?? "" } : null),
        ...(isApart ? { NOINDEX: "yes" } : null),
      },
      d1_databases: databasesOf(config.d1_databases).map((database) => ({
        ...database,
        migrations_dir: join(root, "migrations"),
      })),
      services: config.services.map((service) => ({ ...service, service: named(service.service) })),
      r2_buckets: bucketsOf(config.r2_buckets),
      queues: {
        producers: config.queues.producers.map((producer) => ({
          ...producer,
          queue: named(producer.queue),
        })),
        consumers: config.queues.consumers.map((consumer) => ({
          ...consumer,
          queue: named(consumer.queue),
          ...(consumer.dead_letter_queue
            ? { dead_letter_queue: named(consumer.dead_letter_queue) }
            : null),
        })),
      },
      // Read by one name: each counts in its own database.
      ...(isApart ? { analytics_engine_datasets: undefined } : null),
      // Their numbers are unique in an account.
      ratelimits: (config.ratelimits ?? []).map((limit) =>
        isApart ? { ...limit, namespace_id: `${LIMITS[environment]}${limit.namespace_id}` } : limit,
      ),
      assets: { ...config.assets, directory: join(root, "build", "client") },
    },
  };
}

/**
 * Reasons not to deploy a target, beyond what its plan creates and what the Worker refuses itself
 * (worker-problems.ts). Environments of wrangler inherit no bindings.
 */
export function problemsOf({ base }, { config }) {
  const names = ({ d1_databases, r2_buckets, durable_objects, queues, services }) => [
    ...[...d1_databases, ...r2_buckets, ...(queues?.producers ?? []), ...(services ?? [])].map(
      ({ binding }) => binding,
    ),
    ...durable_objects.bindings.map(({ name }) => name),
  ];
  const bound = new Set(names(config));
  return [
    ...names(base).flatMap((name) =>
      bound.has(name) ? [] : [`binding ${name} is missing in [env.production]`],
    ),
    ...(config.vars.ENVIRONMENT === "production" ? [] : ['vars.ENVIRONMENT is not "production"']),
  ];
}

/** Whether a target has no transport of mail and nothing that says it may be so. */
export const lacksMail = ({ config: { vars } }) =>
  (!vars.MAIL_TRANSPORT || vars.MAIL_TRANSPORT === "outbox") && vars.ALLOW_OUTBOX_MAIL !== "yes";

/** Whether a database has a real id. */
export const hasId = ({ database_id: id }) => !PLACEHOLDER.test(id ?? "");

/**
 * wrangler.toml with the id of production's database, its public address and whether it may be
 * without mail. @throws SetUpError if the file has no such line
 */
export function withProduction(text, { databaseId, publicUrl, outboxMail }) {
  const set = (source, section, key, value) => {
    const line = new RegExp(
      `(^\\[+env\\.production\\.${section}\\]+\\n(?:(?!\\[).*\\n)*?${key} = )"[^"\\n]*"`,
      "m",
    );
    if (!line.test(source))
      throw new SetUpError(`wrangler.toml has no ${key} in env.production.${section}.`);
    return source.replace(line, (_, before) => `${before}${JSON.stringify(value)}`);
  };
  return [
    ["d1_databases", "database_id", databaseId],
    ["vars", "PUBLIC_URL", publicUrl],
    ["vars", "ALLOW_OUTBOX_MAIL", outboxMail],
  ].reduce((source, [section, key, value]) => set(source, section, key, value), text);
}

/**
 * Stores a target for wrangler; the third Worker's in a file of its own, since it names the product's database.
 * @param isDryRun leaves the project's own files alone
 * @returns the arguments by which wrangler finds the product's Worker and the others
 */
export function storeTarget({ environment, config, pictures, backups }, isDryRun) {
  const folder = join(cacheFolder, "deploy");
  mkdirSync(folder, { recursive: true });
  const store = (name, content) => {
    const file = join(folder, `${name}.${environment}.json`);
    writeFileSync(file, JSON.stringify(content, null, 2));
    return ["--config", file];
  };
  const stored = store("backups", { ...backups, d1_databases: config.d1_databases });
  if (environment === "production") {
    if (isDryRun) return { ...OF_PRODUCTION, backups: stored };
    const [{ database_id: databaseId }] = config.d1_databases;
    const text = readFileSync(FILE, "utf8");
    const complete = withProduction(text, {
      databaseId,
      publicUrl: config.vars.PUBLIC_URL,
      outboxMail: config.vars.ALLOW_OUTBOX_MAIL ?? "",
    });
    if (complete !== text) writeFileSync(FILE, complete);
    return { ...OF_PRODUCTION, backups: stored };
  }
  return {
    product: store("wrangler", config),
    pictures: store("pictures", pictures),
    backups: stored,
  };
}

/** Arguments for what the project's own files have. */
const OF_PRODUCTION = {
  product: ["--env", "production"],
  pictures: ["--config", PICTURES, "--env", "production"],
};
