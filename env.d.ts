/// <reference types="vite/client" />

/** Bindings and variables of wrangler.toml, and the secrets set by `wrangler secret`. */
interface Env {
  ASSETS: Fetcher;
  DB: D1Database;
  MEDIA: R2Bucket;
  CITY_ROOM: DurableObjectNamespace<import("./party/city-room").CityRoom>;
  USER_ROOM: DurableObjectNamespace<import("./party/user-room").UserRoom>;
  JOBS: Queue<import("./app/lib/deps").JobMessage>;
  /** Requests of anonymous addresses to the API. */
  API_REQUESTS: RateLimit;
  /** Which deployment this is; a new one must not serve pages that an older one has cached. */
  VERSION?: WorkerVersionMetadata;
  ENVIRONMENT: "local" | "production";
  /** Origin under which people reach the product; empty takes the request's own. */
  PUBLIC_URL: string;
  /** Local runs only: how far the clock is ahead, ms. */
  CLOCK_OFFSET_MS?: string;
  /** External pages of the footer; empty hides them (decisions.md §1). */
  DOCS_URL?: string;
  BLOG_URL?: string;
  COMMUNITY_URL?: string;
  STATUS_URL?: string;
  CHANGELOG_URL?: string;
}

/** What the build writes; typed by Remix's own ServerBuild where it is used. */
declare module "*/build/server/index.js";
declare module "react-dom/server.browser" {
  export { renderToString } from "react-dom/server";
}
