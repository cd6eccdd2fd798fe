import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readConfiguration, targetOf, unroutedDomain, withProduction } from "./configuration.mjs";
import { deploy } from "./deploy.mjs";
import type { SmokeAnswer } from "./smoke.mjs";
import { workerProblems } from "./worker-problems";

const URL_OF_PRODUCT = "https://rooydad.example";
const ID = "11111111-2222-3333-4444-555555555555";
const configuration = readConfiguration();
/** The second Worker first: the product's is bound to it. */
const DEPLOYED = [
  "deploy --config pictures --env production",
  "deploy --config backups",
  "deploy --env production",
];

/**
 * An account of Cloudflare as `wrangler` shows it. @param broken command that fails, as its
 * beginning
 */
function accountOf({ isSignedIn = true, broken = "" } = {}) {
  const databases = new Map<string, string>();
  const kept = {
    buckets: new Set<string>(),
    queues: new Set<string>(),
    secrets: new Map<string, string>(),
  };
  const calls: string[] = [];
  const wrangler = async (args: readonly string[], input?: string) => {
    const command = args.join(" ");
    calls.push(command);
    const [first = "", second = "", third = "", fourth = ""] = args;
    const answer = (output: unknown, code = 0) => ({
      code,
      output: typeof output === "string" ? output : JSON.stringify(output),
    });
    if (broken && command.startsWith(broken))
      return answer("A request to the Cloudflare API failed.", 1);
    if (first === "whoami") return answer({ loggedIn: isSignedIn }, isSignedIn ? 0 : 1);
    if (command === "d1 list --json")
      return answer([...databases].map(([name, uuid]) => ({ name, uuid })));
    if (first === "d1" && second === "create") databases.set(third, ID);
    if (first === "r2" && third === "info") return answer("", kept.buckets.has(fourth) ? 0 : 1);
    if (first === "r2" && third === "create") kept.buckets.add(fourth);
    if (first === "queues" && second === "info") return answer("", kept.queues.has(third) ? 0 : 1);
    if (first === "queues" && second === "create") kept.queues.add(third);
    if (first === "secret" && second === "list")
      return kept.secrets.size > 0
        ? answer([...kept.secrets.keys()].map((name) => ({ name })))
        : answer("", 1);
    if (first === "secret" && second === "put") kept.secrets.set(third, input ?? "");
    return answer("");
  };
  return { databases, ...kept, calls, wrangler };
}

/** What a deployed product answers that is well. */
function wellPage(path: string): SmokeAnswer {
  if (path.startsWith("/api/"))
    return { status: 200, type: "application/json", text: '{"items":[]}' };
  if (path.endsWith(".atom"))
    return { status: 200, type: "application/atom+xml", text: "<feed></feed>" };
  return { status: 200, type: "text/html; charset=utf-8", text: "<h1><form>" };
}

function run(
  account: ReturnType<typeof accountOf>,
  request: Partial<Parameters<typeof deploy>[0]> = {},
  answers: number[] = [200],
  page: (path: string) => SmokeAnswer = wellPage,
) {
  const said: string[] = [];
  const stored: ReturnType<typeof targetOf>[] = [];
  const asked: string[] = [];
  const done = deploy(
    {
      environment: "production",
      isDryRun: false,
      isConfirmed: true,
      publicUrl: URL_OF_PRODUCT,
      isWithoutMail: true,
      ...request,
    },
    {
      configuration,
      workerProblems,
      storeTarget: (target: ReturnType<typeof targetOf>) => {
        stored.push(structuredClone(target));
        return {
          product: ["--env", target.environment],
          pictures: ["--config", "pictures", "--env", target.environment],
          backups: ["--config", "backups"],
        };
      },
      wrangler: account.wrangler,
      build: async () => {
        account.calls.push("build");
      },
      say: (line: string) => said.push(line),
      confirm: async (question: string) => {
        asked.push(question);
        return false;
      },
      ask: async (address: string) =>
        address.endsWith("/healthz")
          ? { status: answers.shift() ?? 0, type: "", text: "" }
          : page(address.replace(URL_OF_PRODUCT, "")),
      pause: async () => {},
    },
  );
  return { done, said, stored, asked };
}

const changing = (calls: readonly string[]) =>
  calls.filter((call) => /\b(create|put|apply)\b|^deploy (?!.*--dry-run)/.test(call));

describe("npm run deploy", () => {
  it("creates what a new account lacks, then migrates and deploys", async () => {
    const account = accountOf();
    const { done, said, stored } = run(account);
    await done;
    expect(changing(account.calls)).toEqual([
      "d1 create rooydad",
      "r2 bucket create rooydad-media",
      "r2 bucket create rooydad-backups",
      "queues create rooydad-jobs",
      "queues create rooydad-jobs-dead",
      "secret put APP_SECRET --env production",
      "d1 migrations apply DB --remote --env production",
      ...DEPLOYED,
    ]);
    expect(stored[0]?.config.d1_databases[0]?.database_id).toBe(ID);
    expect(stored[0]?.config.vars.PUBLIC_URL).toBe(URL_OF_PRODUCT);
    expect(Buffer.from(account.secrets.get("APP_SECRET") ?? "", "base64")).toHaveLength(48);
    expect(said.slice(-2)).toEqual([
      "✓ https://rooydad.example/healthz answers 200.",
      "✓ Home, list, event, sign-in, API and feed answer as they should.",
    ]);
  });

  it("creates nothing twice, and keeps the secret", async () => {
    const account = accountOf();
    await run(account).done;
    const secret = account.secrets.get("APP_SECRET");
    account.calls.length = 0;
    const { done, said } = run(account);
    await done;
    expect(changing(account.calls)).toEqual([
      "d1 migrations apply DB --remote --env production",
      ...DEPLOYED,
    ]);
    expect(said.filter((line) => line.includes("+ "))).toEqual([]);
    expect(account.secrets.get("APP_SECRET")).toBe(secret);
  });

  it("shows its plan in a dry run, builds, and changes nothing", async () => {
    const account = accountOf();
    const { done, said } = run(account, { isDryRun: true, isConfirmed: false });
    await done;
    expect(said).toEqual([
      "Plan for production:",
      "  + create D1 database rooydad",
      "  + create R2 bucket rooydad-media",
      "  + create R2 bucket rooydad-backups",
      "  + create queue rooydad-jobs",
      "  + create queue rooydad-jobs-dead",
      "  + set secret APP_SECRET to 48 random bytes",
      expect.stringContaining("No route leads to rooydad.example"),
      "  • build, apply the migrations, deploy, ask /healthz and a page of each kind",
    ]);
    expect(changing(account.calls)).toEqual([]);
    expect(account.calls.filter((call) => call.includes("--dry-run"))).toHaveLength(3);
    expect(account.calls).toContain("build");
  });

  it("makes a dry run without an account, and says what it does not know", async () => {
    const account = accountOf({ isSignedIn: false });
    const { done, said } = run(account, { isDryRun: true });
    await done;
    expect(said[0]).toBe(
      "Plan for production (not signed in: what the account has is unknown, and no secret counts as set):",
    );
    expect(account.calls).toContain("build");
  });

  it.each(["production", "staging", "preview"] as const)(
    "of an empty environment fails a dry run before it builds, with all that is missing and how to set it: %s",
    async (environment) => {
      const account = accountOf({ isSignedIn: false });
      const nothing = { environment, publicUrl: undefined, isWithoutMail: false };
      await expect(run(account, { ...nothing, isDryRun: true }).done).rejects.toMatchObject({
        message: `The ${environment} deployment is not configured: 2 things are missing or wrong.`,
        wayOut: expect.stringMatching(
          /MAIL_TRANSPORT is outbox[\s\S]*PUBLIC_URL is not set[\s\S]*--url https:\/\/rooydad\.example, or .*workers\.dev\n.*--no-mail[\s\S]*secret put NAME --name rooydad/,
        ),
      });
      expect(account.calls).not.toContain("build");
    },
  );

  it("fails so from the command line too, in an environment with nothing but a path", () => {
    const home = mkdtempSync(join(tmpdir(), "rooydad-deploy-"));
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["scripts/deploy.mjs", "--dry-run"],
      { encoding: "utf8", env: { PATH: process.env.PATH ?? "", HOME: home } },
    );
    rmSync(home, { recursive: true });
    expect(status).toBe(1);
    expect(stdout).toContain("+ create D1 database rooydad");
    for (const said of ["MAIL_TRANSPORT is outbox", "PUBLIC_URL is not set", "--url https://"])
      expect(stderr).toContain(said);
  }, 60_000);

  it("lets nothing be deployed that its Worker would refuse", async () => {
    const { production } = configuration;
    const withVars = (vars: Record<string, string>) =>
      targetOf(
        { ...configuration, production: { ...production, vars: { ...production.vars, ...vars } } },
        "production",
        URL_OF_PRODUCT,
      ).config.vars;
    const smtp = { MAIL_TRANSPORT: "smtp", MAIL_FROM: "Rooydad <hello@rooydad.example>" };
    const secret = ["APP_SECRET"];
    expect(workerProblems(withVars(smtp), secret)).toEqual([
      expect.stringContaining("SMTP_URL must be"),
    ]);
    expect(workerProblems(withVars(smtp), [...secret, "SMTP_URL"])).toEqual([]);
    expect(workerProblems(withVars({ ...smtp, DRAFTS_PER_DAY: "many" }), ["SMTP_URL"])).toEqual([
      expect.stringContaining("APP_SECRET is not set"),
      expect.stringContaining("DRAFTS_PER_DAY"),
    ]);
  });

  it("asks for mail first, and stores that there is none yet", async () => {
    const account = accountOf();
    const { done, asked } = run(account, { isConfirmed: false, isWithoutMail: false });
    await expect(done).rejects.toThrow("not configured: 1 thing is missing");
    expect(asked[0]).toContain("Deploy without mail for now?");
    expect(changing(account.calls)).toEqual([]);
    const { stored, done: deployed } = run(accountOf());
    await deployed;
    expect(stored[0]?.config.vars.ALLOW_OUTBOX_MAIL).toBe("yes");
  });

  it("asks before it creates anything, and changes nothing without a yes", async () => {
    const account = accountOf();
    const { done, asked } = run(account, { isConfirmed: false });
    await expect(done).rejects.toThrow("Nothing was changed.");
    expect(asked).toHaveLength(1);
    expect(changing(account.calls)).toEqual([]);
  });

  it.each([
    ["no address", {}, { publicUrl: undefined }, "not configured"],
    ["an address with a path", {}, { publicUrl: "https://rooydad.example/app" }, "not configured"],
    ["nobody signed in", { isSignedIn: false }, {}, "not signed in"],
  ])("refuses: %s", async (_, state, request, reason) => {
    const account = accountOf(state);
    await expect(run(account, request).done).rejects.toThrow(reason);
    expect(changing(account.calls)).toEqual([]);
  });

  it.each([
    ["d1 create", "D1 database rooydad was not created.", []],
    ["d1 migrations", "nothing was deployed", ["secret put APP_SECRET --env production"]],
    [
      "deploy",
      "The Worker rooydad-pictures was not deployed.",
      ["d1 migrations apply DB --remote --env production"],
    ],
  ])("stops where %s fails, and goes on from there", async (broken, reason, before) => {
    const account = accountOf({ broken });
    await expect(run(account).done).rejects.toThrow(reason);
    expect(account.calls).toEqual(expect.arrayContaining(before));
    if (broken !== "deploy") expect(account.calls).not.toContain("deploy --env production");
  });

  it("ends with what is wrong where a page of the new Worker is not well", async () => {
    const page = (path: string) =>
      path === "/login" ? { status: 500, type: "text/html", text: "" } : wellPage(path);
    await expect(run(accountOf(), {}, [200], page).done).rejects.toMatchObject({
      message: "The deployed product is not well:",
      wayOut: expect.stringContaining("/login answers 500"),
    });
  });

  it("waits for the new Worker, and names the way back from one that is not well", async () => {
    await run(accountOf(), {}, [0, 503, 200]).done;
    await expect(
      run(accountOf(), {}, [503, 503, 503, 503, 503, 503, 503, 503, 503, 503]).done,
    ).rejects.toMatchObject({
      message: "https://rooydad.example/healthz answers 503.",
      wayOut: expect.stringContaining("npx wrangler rollback --env production"),
    });
  });
});

describe("staging", () => {
  it.each([
    ["staging", "production"],
    ["preview", "production"],
    ["preview", "staging"],
  ] as const)("shares no data and no limits: %s and %s", (one, other) => {
    const [staging, production] = [one, other].map((name) => {
      const { config, pictures, backups } = targetOf(configuration, name, URL_OF_PRODUCT);
      const r2_buckets = [...config.r2_buckets, ...backups.r2_buckets];
      return { ...config, pictures: pictures.name, backups: backups.name, r2_buckets };
    });
    const own = (config: typeof staging) => [
      config?.name,
      config?.pictures,
      config?.backups,
      ...(config?.services ?? []).map(({ service }: { service: string }) => service),
      ...(config?.d1_databases ?? []).map(
        ({ database_name: name }: { database_name: string }) => name,
      ),
      ...(config?.r2_buckets ?? []).map(({ bucket_name: name }: { bucket_name: string }) => name),
      ...(config?.queues.producers ?? []).map(({ queue }: { queue: string }) => queue),
      ...(config?.queues.consumers ?? []).flatMap(
        (consumer: { queue: string; dead_letter_queue?: string }) =>
          [consumer.queue, consumer.dead_letter_queue ?? []].flat(),
      ),
      ...(config?.ratelimits ?? []).map(({ namespace_id: id }: { namespace_id: string }) => id),
    ];
    expect(own(staging)).toHaveLength(own(production).length);
    expect(own(staging).filter((name) => own(production).includes(name))).toEqual([]);
  });

  it("leads its own domain to its Worker; production's is named where no route does", () => {
    const routesOf = (url: string) => targetOf(configuration, "staging", url).config.routes;
    expect(routesOf("https://staging.rooydad.example")).toEqual([
      { pattern: "staging.rooydad.example", custom_domain: true },
    ]);
    expect(routesOf("https://rooydad-staging.someone.workers.dev")).toBeUndefined();
    const unrouted = (url: string, routes?: object[]) => {
      const own = { ...configuration, production: { ...configuration.production, routes } };
      return unroutedDomain(own, targetOf(own, "production", url));
    };
    expect(unrouted(URL_OF_PRODUCT)).toBe("rooydad.example");
    expect(unrouted(URL_OF_PRODUCT, [{ pattern: "rooydad.example", custom_domain: true }])).toBe(
      "",
    );
    expect(unrouted("https://rooydad.someone.workers.dev")).toBe("");
  });

  it("is kept out of search engines, and production is not", () => {
    const indexed = (["staging", "production"] as const).map(
      (name) => targetOf(configuration, name, URL_OF_PRODUCT).config.vars.NOINDEX,
    );
    expect(indexed).toEqual(["yes", undefined]);
  });

  it("never takes production's database or address", () => {
    const { config } = targetOf(
      {
        ...configuration,
        production: {
          ...configuration.production,
          vars: { ...configuration.production.vars, PUBLIC_URL: URL_OF_PRODUCT },
        },
      },
      "staging",
      undefined,
    );
    expect(config.vars.PUBLIC_URL).toBe("");
    expect(config.d1_databases[0]?.database_id).toBe("");
  });
});

it("writes production's database, address and lack of mail into wrangler.toml and nothing else", () => {
  const text = readFileSync("wrangler.toml", "utf8");
  const values = { databaseId: ID, publicUrl: URL_OF_PRODUCT, outboxMail: "yes" };
  const written = withProduction(text, values);
  const [before, after] = [text.split("\n"), written.split("\n")];
  expect(after.filter((line, index) => line !== before[index])).toEqual([
    `PUBLIC_URL = "${URL_OF_PRODUCT}"`,
    'ALLOW_OUTBOX_MAIL = "yes"',
    `database_id = "${ID}"`,
  ]);
  expect(written.indexOf(`database_id = "${ID}"`)).toBeGreaterThan(
    written.indexOf("[[env.production.d1_databases]]"),
  );
  expect(() => withProduction("", values)).toThrow("wrangler.toml has no");
});

describe("what GitHub runs", () => {
  const FOLDER = ".github/workflows/";
  const workflows = readdirSync(FOLDER).map((name) => [name, readFileSync(FOLDER + name, "utf8")]);

  it.each(workflows)("is pinned by commit, may only read, and ends: %s", (_name, text = "") => {
    const uses = [...text.matchAll(/uses: (.+)/g)].map(([, action]) => action);
    expect(uses.length).toBeGreaterThan(0);
    for (const action of uses) expect(action).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d/);
    expect(text).toMatch(/^permissions:\n {2}contents: read$/m);
    expect(text.match(/timeout-minutes:/g)).toHaveLength(text.match(/runs-on:/g)?.length ?? 0);
  });

  it("deploys each environment by itself, one at a time, with this command", () => {
    const all = workflows.map(([, text]) => text).join("\n");
    for (const environment of ["production", "staging", "preview"]) {
      expect(all).toContain(`group: deploy-${environment}\n`);
      expect(all).toContain(`npm run deploy -- --env ${environment} --url`);
    }
    expect(all.match(/cancel-in-progress: false/g)).toHaveLength(3);
  });
});

it("names only commands that are there in its documentation", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const texts = ["docs/deploy.md", "docs/operate.md", "CONTRIBUTING.md", "README.md"]
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const named = new Set([...texts.matchAll(/\bnpm run ([a-z][\w:-]*)/g)].map(([, name]) => name));
  expect(named.size).toBeGreaterThan(10);
  for (const name of named) expect(Object.keys(scripts)).toContain(name);
  for (const [, file = ""] of texts.matchAll(/`npx tsx (?:--import \S+ )?([\w/.-]+)/g))
    expect(existsSync(file), file).toBe(true);
});
