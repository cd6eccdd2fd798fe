import "./set-up/require-node.mjs";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { tool, toolsEnvironment, toolsNode } from "./set-up/environment.mjs";
import { exitWith, SetUpError, say } from "./set-up/report.mjs";
import { runQuietly } from "./set-up/run.mjs";

const USAGE = "npm run create-owner -- EMAIL [--name NAME] [--production URL]";
/** How long the link works, ms: as every reset link. */
const LIFETIME = 3_600_000;

/** A UUIDv7 (RFC 9562 §5.7). */
function uuid(now) {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now, 0, 6);
  bytes[6] = (bytes[6] & 0x0f) | 0x70;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}

const quote = (text) => `'${text.replaceAll("'", "''")}'`;

function read(args) {
  const options = { email: null, name: null, production: null };
  for (let at = 0; at < args.length; at++) {
    if (args[at] === "--name") options.name = args[++at];
    else if (args[at] === "--production") options.production = args[++at];
    else if (options.email === null) options.email = args[at].trim().toLowerCase();
    else throw new SetUpError(`I do not know what "${args[at]}" is.`, USAGE);
  }
  if (!/^[a-z0-9._%+-]+@[a-z0-9.-]+\.[a-z]{2,}$/.test(options.email ?? "")) throw new SetUpError("An e-mail address is needed.", USAGE);
  if (options.production !== null && !/^https:\/\/[^/]+$/.test(options.production ?? ""))
    throw new SetUpError("--production needs the address of the deployed product, such as https://rooydad.example.", USAGE);
  return options;
}

/**
 * Makes somebody the owner, whom nobody can appoint in the product itself (decisions.md §6): by their address, with
 * a link to set a password. An account that is there already is kept, with its data.
 */
async function createOwner() {
  const { email, name, production } = read(process.argv.slice(2));
  const now = Date.now();
  const token = randomBytes(32).toString("base64url");
  const displayName = (name ?? email.split("@")[0]).slice(0, 80);
  const notifications = JSON.stringify({
    emailEnabled: true,
    pushEnabled: false,
    categories: ["newEvents", "recommendations", "savedEvents", "collections"],
    frequency: "weekly",
  });
  const sql = `
INSERT INTO users (id, email, email_verified_at, display_name, role, interests, cities, notification_preferences, search_key, created_at, updated_at)
VALUES (${quote(uuid(now))}, ${quote(email)}, ${now}, ${quote(displayName)}, 'owner', '[]', '[]', ${quote(notifications)}, ${quote(`${displayName.toLowerCase()}\n${email}`)}, ${now}, ${now})
ON CONFLICT (email) DO UPDATE SET role = 'owner', is_active = 1, email_verified_at = coalesce(email_verified_at, ${now}), updated_at = ${now};
DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = ${quote(email)});
INSERT INTO user_tokens (token_hash, purpose, user_id, payload, created_at, expires_at)
SELECT ${quote(createHash("sha256").update(token).digest("hex"))}, 'reset-password', id, '', ${now}, ${now + LIFETIME} FROM users WHERE email = ${quote(email)};
INSERT INTO audit_entries (id, action, entity, entity_id, metadata, severity, source, created_at)
SELECT ${quote(uuid(now))}, 'user.made-owner', 'user', id, '{}', 'critical', 'command-line', ${now} FROM users WHERE email = ${quote(email)};
`;
  const folder = mkdtempSync(join(tmpdir(), "rooydad-"));
  const file = join(folder, "create-owner.sql");
  try {
    writeFileSync(file, sql, { mode: 0o600 });
    const place = production ? ["--remote", "--env", "production"] : ["--local"];
    await runQuietly(
      "create-owner",
      toolsNode(),
      [tool("wrangler"), "d1", "execute", "DB", ...place, "--yes", "--file", file],
      toolsEnvironment(),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const origin = production ?? `http://127.0.0.1:${process.env.PORT ?? 8787}`;
  say(`${email} is the owner now. Within an hour, set a password here:\n\n  ${origin}/reset-password?token=${token}\n`);
}

createOwner().catch(exitWith);
