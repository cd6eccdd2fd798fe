/// <reference types="vite/client" />

/** Bindings and variables of wrangler.toml, and the secrets set by `wrangler secret`. */
interface Env {
  ASSETS: Fetcher;
  DB: D1Database;
  MEDIA: R2Bucket;
  /** The second Worker (pictures/): without it no card is drawn and no picture shrunk. */
  PICTURES?: Service<typeof import("./pictures/index").default>;
  CITY_ROOM: DurableObjectNamespace<import("./party/city-room").CityRoom>;
  USER_ROOM: DurableObjectNamespace<import("./party/user-room").UserRoom>;
  RUN_ROOM: DurableObjectNamespace<import("./party/run-room").RunRoom>;
  /** What accounts and networks have spent of their daily budgets. */
  PASSWORD_KEYS: DurableObjectNamespace<import("./worker/password-keys").PasswordKeys>;
  RATE_BUDGET: DurableObjectNamespace<import("./worker/rate-budget").RateBudget>;
  JOBS: Queue<import("./app/lib/deps").JobMessage>;
  /** Searches of anonymous addresses. */
  SEARCHES: RateLimit;
  /** Searches of signed-in users. */
  USER_SEARCHES: RateLimit;
  /** Suggestions of an address or a signed-in user. */
  SUGGESTIONS: RateLimit;
  /** Requests of anonymous addresses to pages, feeds and the API. */
  API_REQUESTS: RateLimit;
  /** Requests of signed-in users to the same. */
  API_USER_REQUESTS: RateLimit;
  /** Pictures, files and constant answers of an address. */
  FILE_REQUESTS: RateLimit;
  /** Requests of an address to what takes passwords and tokens. */
  AUTH_REQUESTS: RateLimit;
  /** Which deployment this is; a new one must not serve pages that an older one has cached. */
  VERSION?: WorkerVersionMetadata;
  ENVIRONMENT: "local" | "production";
  /** `yes` keeps search engines out, as on staging. */
  NOINDEX?: string;
  /** Origin under which people reach the product; empty takes the request's own. */
  PUBLIC_URL: string;
  /** At least 32 characters; seals what the database must not know. A secret. */
  APP_SECRET?: string;
  /** outbox (default), smtp or http. */
  MAIL_TRANSPORT?: string;
  /** `yes` lets a deployed product keep its mail in the database (MAIL_TRANSPORT outbox). */
  ALLOW_OUTBOX_MAIL?: string;
  /** Limits of accounts and networks (worker/limits.ts, docs/deploy.md): whole numbers. */
  READS_PER_MINUTE_ANONYMOUS?: string;
  READS_PER_MINUTE_USER?: string;
  SEARCHES_PER_MINUTE_ANONYMOUS?: string;
  SEARCHES_PER_MINUTE_USER?: string;
  SUGGESTIONS_PER_MINUTE?: string;
  FILES_PER_MINUTE?: string;
  DRAFTS_PER_DAY?: string;
  COLLECTIONS_PER_DAY?: string;
  NOTES_PER_DAY?: string;
  AUDIT_REPORTS_PER_DAY?: string;
  IMPORTS_PER_DAY?: string;
  DRAFTINGS_PER_DAY?: string;
  UPLOAD_MEGABYTES_PER_DAY?: string;
  /** The sender, e.g. Rooydad <hello@rooydad.example>. */
  MAIL_FROM?: string;
  /** smtps://user:password@host:465. A secret. */
  SMTP_URL?: string;
  MAIL_HTTP_URL?: string;
  /** A secret. */
  MAIL_HTTP_TOKEN?: string;
  /** embedded (default) or firebase. */
  IDENTITY_PROVIDER?: string;
  FIREBASE_PROJECT_ID?: string;
  FIREBASE_API_KEY?: string;
  /** Other places than Google's, for tests and proxies. */
  FIREBASE_KEYS_URL?: string;
  FIREBASE_TOOLKIT_URL?: string;
  GOOGLE_CLIENT_ID?: string;
  /** A secret. */
  GOOGLE_CLIENT_SECRET?: string;
  /** Any OpenID provider; empty is Google. */
  GOOGLE_ISSUER?: string;
  /**
   * Drafts translations without a key for Gemini (worker/adapters/workers-ai.ts); with VECTORS it
   * finds events by meaning (meaning-index.ts).
   */
  AI?: import("./worker/adapters/meaning-index").Embedder &
    import("./worker/adapters/workers-ai").TextModel;
  VECTORS?: import("./worker/adapters/meaning-index").VectorStore;
  /**
   * Counts of operations go there if ANALYTICS_ACCOUNT and ANALYTICS_TOKEN are set too
   * (docs/operate.md).
   */
  OPERATIONS?: AnalyticsEngineDataset;
  /** Account id. */
  ANALYTICS_ACCOUNT?: string;
  /** May read Account Analytics. A secret. */
  ANALYTICS_TOKEN?: string;
  /** Bot and chat that alarms go to. The token is a secret. */
  ALARM_TELEGRAM_TOKEN?: string;
  ALARM_TELEGRAM_CHAT?: string;
  /** Another place than Telegram's, for tests and proxies. */
  ALARM_TELEGRAM_URL?: string;
  /** With it the ingestion wizard can ask Gemini itself. A secret. */
  GEMINI_API_KEY?: string;
  /** Empty is gemini-2.0-flash-exp. */
  GEMINI_MODEL?: string;
  /** Local runs only: another place than Google's. */
  GEMINI_URL?: string;
  /** Local runs only: how far the clock is ahead, ms. */
  CLOCK_OFFSET_MS?: string;
  /** How long logs and counts are kept: 1 to 24. */
  RETENTION_MONTHS?: string;
  /** How long visits gather in an isolate before they are stored, ms: 0 to 10,000. */
  GATHER_MS?: string;
  /** log2 of scrypt's N, local runs only: tests lower it. */
  PASSWORD_LOG2_N?: string;
  /**
   * By which push services know the product (RFC 8292); without them there are no pushes. Made by
   * `npm run push-keys`.
   */
  VAPID_PUBLIC_KEY?: string;
  /** A secret. */
  VAPID_PRIVATE_KEY?: string;
  /** mailto:hello@rooydad.example */
  VAPID_SUBJECT?: string;
  /** External pages of the footer; empty hides them (decisions.md §1). */
  DOCS_URL?: string;
  BLOG_URL?: string;
  COMMUNITY_URL?: string;
  STATUS_URL?: string;
  CHANGELOG_URL?: string;
}

/**
 * The comparison that workerd adds to Web Crypto; the types of the browser hide it. Throws where
 * the lengths differ.
 */
interface SubtleCrypto {
  timingSafeEqual(a: ArrayBuffer | ArrayBufferView, b: ArrayBuffer | ArrayBufferView): boolean;
}

/** What the build writes; typed by Remix's own ServerBuild where it is used. */
/** The pages, as Remix builds them. */
declare module "virtual:remix/server-build" {
  const build: import("@remix-run/cloudflare").ServerBuild;
  export = build;
}
declare module "react-dom/server.browser" {
  export { renderToString } from "react-dom/server";
}
/** A module of WebAssembly, which workerd compiles. */
declare module "*.wasm" {
  const module: WebAssembly.Module;
  export default module;
}
/** A font, which workerd gives as bytes. */
declare module "*.ttf?bytes" {
  const bytes: ArrayBuffer;
  export default bytes;
}
