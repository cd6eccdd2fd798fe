import type {
  Assistant,
  Clock,
  Deps,
  IdentityConfiguration,
  MailTransport,
  PasswordCost,
} from "../app/lib/deps";
import { rememberedFor } from "../app/lib/runtime/remembered";
import { PASSWORD_COST } from "../app/modules/identity/password.server";
import { createGemini } from "./adapters/gemini";
import { createFirebase } from "./adapters/identity/firebase";
import { createHttpMail, createSmtpMail, outboxMail } from "./adapters/mail";
import { createTelegramChat } from "./adapters/telegram-chat";
import { type Limits, readLimits } from "./limits";

/** Keys of Google's that sign Firebase's tokens, and its REST API. */
const FIREBASE_KEYS =
  "https://www.googleapis.com/service_accounts/v1/jwk/securetoken@system.gserviceaccount.com";
const IDENTITY_TOOLKIT = "https://identitytoolkit.googleapis.com";
const GOOGLE = "https://accounts.google.com";
const GEMINI = "https://generativelanguage.googleapis.com";
/** As the specification has it (product.md §9). */
const GEMINI_MODEL = "gemini-2.0-flash-exp";
const GEMINI_TIMEOUT = 180_000;
/** Of a page that waits for the answer. */
const DRAFTING_TIMEOUT = 30_000;
/** The reader of a search waits. */
export const REWRITING_TIMEOUT = 600;
const SECRET_LENGTH = 32;
/** Maximum retention of logs and counts, months (decisions.md §15). */
const MAX_MONTHS = 24;
/** How long visits and page views gather by default, ms. */
const GATHERING = 3_000;
/** `hello@rooydad.example` or `Rooydad <hello@rooydad.example>`. */
const SENDER = /^(?:[^<>@\r\n]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/;

/**
 * Bytes of a public key of P-256, uncompressed, and of a private one, as VAPID has them (RFC 8292).
 */
const PUSH_PUBLIC_BYTES = 65;
const PUSH_PRIVATE_BYTES = 32;
/** The contact of local pushes: their keys are public in wrangler.toml. */
const LOCAL_PUSH_SUBJECT = "mailto:local-runs@rooydad.example";

/** By which push services know the product (RFC 8292). */
export interface PushKeys {
  /** Base64url, as `applicationServerKey` of browsers takes it. */
  publicKey: string;
  /** Base64url. A secret. */
  privateKey: string;
  /** Contact that a push service uses when something goes wrong: mailto: or https:. */
  subject: string;
}

/** The operator's settings, validated. */
export interface Configuration {
  secret: string;
  passwordCost: PasswordCost;
  mail: MailTransport;
  identity: IdentityConfiguration;
  assistant: Assistant | null;
  /** The same model, for people who wait for its answer. */
  drafter: Assistant | null;
  rewriter: Assistant | null;
  retentionMonths: number;
  gatherMs: number;
  limits: Limits;
  /** Null: pushes are off, and browsers are not asked. */
  push: PushKeys | null;
  /**
   * Credentials for reading counts of operations from Analytics Engine; null keeps them in the database.
   */
  analytics: { account: string; token: string; url?: string } | null;
  alarmChat: Deps["alarmChat"];
}

type Outcome =
  | { configuration: Configuration; problems: [] }
  | { configuration: null; problems: string[] };

const isLoopback = (host: string) => /^(127\.0\.0\.1|localhost|\[::1\])$/.test(host);

function webAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    return url.protocol === "https:" || (url.protocol === "http:" && isLoopback(url.hostname))
      ? url
      : null;
  } catch {
    return null;
  }
}

/** The configuration, or all of its problems in plain words, without the values of secrets. */
export const readConfiguration = rememberedFor((env: Env, clock: Clock): Outcome => {
  const problems: string[] = [];
  const gemini = readGemini(env, problems);
  const configuration = {
    secret: readSecret(env, problems),
    passwordCost: readPasswordCost(env, problems),
    mail: readMail(env, problems),
    identity: { remote: readIdentity(env, clock, problems), google: readGoogle(env, problems) },
    assistant: gemini && createGemini({ ...gemini, timeout: GEMINI_TIMEOUT }),
    drafter: gemini && createGemini({ ...gemini, timeout: DRAFTING_TIMEOUT }),
    rewriter: gemini && createGemini({ ...gemini, timeout: REWRITING_TIMEOUT }),
    retentionMonths: readRetention(env, problems),
    gatherMs: readGathering(env, problems),
    limits: readLimits(env, problems),
    push: readPush(env, problems),
    analytics: readAnalytics(env, problems),
    alarmChat: readAlarmChat(env, problems),
  };
  checkPublicUrl(env, problems);
  return problems.length > 0 ? { configuration: null, problems } : { configuration, problems: [] };
});

/** Deployed, links in mails, pages and feeds begin with it; locally they use the request's host. */
function checkPublicUrl({ PUBLIC_URL, ENVIRONMENT }: Env, problems: string[]): void {
  if (!PUBLIC_URL && ENVIRONMENT !== "local")
    problems.push(
      "PUBLIC_URL is not set: the address under which people reach the product, such as https://rooydad.example.",
    );
  else if (PUBLIC_URL && new URL(webAddress(PUBLIC_URL) ?? "about:blank").origin !== PUBLIC_URL)
    problems.push(
      `PUBLIC_URL must be an origin such as https://rooydad.example, without a slash at the end; it is "${PUBLIC_URL}".`,
    );
}

function readSecret({ APP_SECRET, ENVIRONMENT }: Env, problems: string[]): string {
  if (!APP_SECRET)
    problems.push(
      "APP_SECRET is not set. Make one with `openssl rand -base64 48` and store it with `wrangler secret put APP_SECRET`.",
    );
  else if (APP_SECRET.length < SECRET_LENGTH)
    problems.push(
      `APP_SECRET has ${APP_SECRET.length} characters; it needs ${SECRET_LENGTH} or more.`,
    );
  else if (ENVIRONMENT !== "local" && APP_SECRET.startsWith("local-"))
    problems.push("APP_SECRET is the one of local runs. Make one of your own.");
  return APP_SECRET ?? "";
}

/** Tests hash thousands of passwords; PASSWORD_LOG2_N lowers the cost in local runs only. */
function readPasswordCost({ PASSWORD_LOG2_N, ENVIRONMENT }: Env, problems: string[]): PasswordCost {
  if (!PASSWORD_LOG2_N) return PASSWORD_COST;
  const n = Number(PASSWORD_LOG2_N);
  if (ENVIRONMENT !== "local") problems.push("PASSWORD_LOG2_N is for local runs.");
  else if (!Number.isInteger(n) || n < 1 || n > PASSWORD_COST.n)
    problems.push(
      `PASSWORD_LOG2_N is "${PASSWORD_LOG2_N}"; it can be a whole number from 1 to ${PASSWORD_COST.n}.`,
    );
  return { n, r: PASSWORD_COST.r, p: 1 };
}

/** Work after an answer may take 30 s at most, so visits wait at most 10 (docs/deploy.md). */
function readGathering({ GATHER_MS }: Env, problems: string[]): number {
  if (!GATHER_MS) return GATHERING;
  const ms = Number(GATHER_MS);
  if (!Number.isInteger(ms) || ms < 0 || ms > 10_000)
    problems.push(`GATHER_MS is "${GATHER_MS}"; it can be a whole number from 0 to 10000.`);
  return ms;
}

/** Logs and counts may be forgotten sooner than after 24 months, never later (decisions.md §15). */
function readRetention({ RETENTION_MONTHS }: Env, problems: string[]): number {
  if (!RETENTION_MONTHS) return MAX_MONTHS;
  const months = Number(RETENTION_MONTHS);
  if (!Number.isInteger(months) || months < 1 || months > MAX_MONTHS)
    problems.push(
      `RETENTION_MONTHS is "${RETENTION_MONTHS}"; it can be a whole number from 1 to ${MAX_MONTHS}.`,
    );
  return months;
}

function bytesOf(base64url: string): number {
  try {
    return atob(base64url.replaceAll("-", "+").replaceAll("_", "/")).length;
  } catch {
    return 0;
  }
}

function readPush(env: Env, problems: string[]): PushKeys | null {
  const {
    VAPID_PUBLIC_KEY: publicKey = "",
    VAPID_PRIVATE_KEY: privateKey = "",
    VAPID_SUBJECT: subject = "",
  } = env;
  if (!publicKey && !privateKey) return null;
  const make = "Make both with `npm run push-keys`.";
  if (bytesOf(publicKey) !== PUSH_PUBLIC_BYTES)
    problems.push(`VAPID_PUBLIC_KEY is not the public key of a pair. ${make}`);
  if (bytesOf(privateKey) !== PUSH_PRIVATE_BYTES)
    problems.push(`VAPID_PRIVATE_KEY is not the private key of a pair. ${make}`);
  if (!/^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/.test(subject))
    problems.push(
      `VAPID_SUBJECT must say whom push services can write to, such as mailto:hello@rooydad.example; it is "${subject}".`,
    );
  else if (env.ENVIRONMENT !== "local" && subject === LOCAL_PUSH_SUBJECT)
    problems.push(`The VAPID keys are those of local runs. ${make}`);
  return { publicKey, privateKey, subject };
}

/** Both or neither: without the token the counts could be written but not read. */
function readAnalytics(
  { ANALYTICS_ACCOUNT: account, ANALYTICS_TOKEN: token }: Env,
  problems: string[],
) {
  if (!account && !token) return null;
  if (!/^[0-9a-f]{32}$/.test(account ?? ""))
    problems.push(
      "ANALYTICS_ACCOUNT must be the id of the Cloudflare account, 32 hexadecimal digits, when ANALYTICS_TOKEN is set.",
    );
  if (!token)
    problems.push(
      "ANALYTICS_TOKEN is not set, but ANALYTICS_ACCOUNT is: a token that may read Account Analytics.",
    );
  return { account: account ?? "", token: token ?? "" };
}

function readAlarmChat(
  { ALARM_TELEGRAM_TOKEN: token, ALARM_TELEGRAM_CHAT: chat, ALARM_TELEGRAM_URL: url }: Env,
  problems: string[],
) {
  if (!token && !chat) return null;
  if (!/^\d+:[\w-]{30,}$/.test(token ?? ""))
    problems.push(
      "ALARM_TELEGRAM_TOKEN must be the token of a Telegram bot, such as 110201543:AAHd….",
    );
  if (!/^(-?\d+|@\w+)$/.test(chat ?? ""))
    problems.push(
      `ALARM_TELEGRAM_CHAT must be the number or @name of a chat; it is "${chat ?? ""}".`,
    );
  if (url && !webAddress(url)) problems.push("ALARM_TELEGRAM_URL must be an https address.");
  return createTelegramChat({ token: token ?? "", chat: chat ?? "", ...(url ? { url } : null) });
}

function readMail(env: Env, problems: string[]): MailTransport {
  const transport = env.MAIL_TRANSPORT || "outbox";
  const from = env.MAIL_FROM ?? "";
  if (transport === "outbox") {
    if (env.ENVIRONMENT !== "local" && env.ALLOW_OUTBOX_MAIL !== "yes")
      problems.push(
        "MAIL_TRANSPORT is outbox, so no email is sent and no one can confirm an address. Set it to smtp or http, or ALLOW_OUTBOX_MAIL to yes.",
      );
    return outboxMail;
  }
  if (transport !== "smtp" && transport !== "http") {
    problems.push(`MAIL_TRANSPORT is "${transport}"; it can be outbox, smtp or http.`);
    return outboxMail;
  }
  if (!SENDER.test(from))
    problems.push(
      `MAIL_FROM must be a sender such as "Rooydad <hello@rooydad.example>"; it is "${from}".`,
    );
  if (transport === "http") {
    if (!webAddress(env.MAIL_HTTP_URL ?? ""))
      problems.push("MAIL_HTTP_URL must be an https address when MAIL_TRANSPORT is http.");
    if (!env.MAIL_HTTP_TOKEN)
      problems.push("MAIL_HTTP_TOKEN is not set, but MAIL_TRANSPORT is http.");
    return createHttpMail({ url: env.MAIL_HTTP_URL ?? "", token: env.MAIL_HTTP_TOKEN ?? "", from });
  }
  const url = smtpAddress(env.SMTP_URL ?? "");
  if (!url) {
    problems.push(
      "SMTP_URL must be smtps://user:password@host:465 or smtp://user:password@host:587 when MAIL_TRANSPORT is smtp.",
    );
    return outboxMail;
  }
  const secure = url.protocol === "smtps:";
  return createSmtpMail({
    host: url.hostname,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    user: url.username ? decodeURIComponent(url.username) : null,
    password: url.password ? decodeURIComponent(url.password) : null,
    from,
    isPlain: !secure && isLoopback(url.hostname),
  });
}

function smtpAddress(text: string): URL | null {
  try {
    const url = new URL(text);
    // A percent sign in a password has to be written as %25.
    decodeURIComponent(url.username + url.password);
    return (url.protocol === "smtp:" || url.protocol === "smtps:") && url.hostname ? url : null;
  } catch {
    return null;
  }
}

function readIdentity(env: Env, clock: Clock, problems: string[]) {
  const provider = env.IDENTITY_PROVIDER || (env.FIREBASE_PROJECT_ID ? "firebase" : "embedded");
  if (provider === "embedded") return null;
  if (provider !== "firebase") {
    problems.push(`IDENTITY_PROVIDER is "${provider}"; it can be embedded or firebase.`);
    return null;
  }
  if (!env.FIREBASE_PROJECT_ID)
    problems.push("FIREBASE_PROJECT_ID is not set, but IDENTITY_PROVIDER is firebase.");
  if (!env.FIREBASE_API_KEY)
    problems.push(
      "FIREBASE_API_KEY is not set: the web API key of the Firebase project, which e-mail and password go by.",
    );
  const keysUrl = env.FIREBASE_KEYS_URL || FIREBASE_KEYS;
  const toolkitUrl = env.FIREBASE_TOOLKIT_URL || IDENTITY_TOOLKIT;
  for (const [name, url] of Object.entries({
    FIREBASE_KEYS_URL: keysUrl,
    FIREBASE_TOOLKIT_URL: toolkitUrl,
  }))
    if (!webAddress(url)) problems.push(`${name} must be an https address; it is "${url}".`);
  return createFirebase(
    {
      projectId: env.FIREBASE_PROJECT_ID ?? "",
      apiKey: env.FIREBASE_API_KEY ?? "",
      keysUrl,
      toolkitUrl,
    },
    clock,
  );
}

function readGoogle(env: Env, problems: string[]) {
  const { GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = env;
  if (!clientId && !clientSecret) return null;
  if (!clientId) problems.push("GOOGLE_CLIENT_SECRET is set, but GOOGLE_CLIENT_ID is not.");
  if (!clientSecret) problems.push("GOOGLE_CLIENT_ID is set, but GOOGLE_CLIENT_SECRET is not.");
  const issuer = env.GOOGLE_ISSUER || GOOGLE;
  if (!webAddress(issuer))
    problems.push(
      `GOOGLE_ISSUER must be the https address of an OpenID provider; it is "${issuer}".`,
    );
  return { issuer, clientId: clientId ?? "", clientSecret: clientSecret ?? "" };
}

/**
 * Without a key there is no model to ask. Another address than Google's only local runs may name.
 */
function readGemini(
  { GEMINI_API_KEY: key, GEMINI_MODEL: model, GEMINI_URL, ENVIRONMENT }: Env,
  problems: string[],
): { key: string; model: string; url: string } | null {
  if (!key) return null;
  // A header takes nothing else, and a key never has it.
  if (!/^[\x21-\x7E]+$/.test(key))
    problems.push("GEMINI_API_KEY has spaces or characters that no key has.");
  if (model && !/^[A-Za-z0-9][A-Za-z0-9.-]{0,99}$/.test(model))
    problems.push(
      `GEMINI_MODEL is "${model}"; it can be the name of a model such as ${GEMINI_MODEL}.`,
    );
  if (GEMINI_URL && ENVIRONMENT !== "local")
    problems.push("GEMINI_URL is for local runs and tests only; leave it out.");
  else if (GEMINI_URL && new URL(webAddress(GEMINI_URL) ?? "about:blank").origin !== GEMINI_URL)
    problems.push(`GEMINI_URL must be an origin such as ${GEMINI}; it is "${GEMINI_URL}".`);
  return { key, model: model || GEMINI_MODEL, url: GEMINI_URL || GEMINI };
}
