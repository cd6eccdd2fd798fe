import type { Database } from "../../db/client";
import type { Locale } from "../i18n/locale";
import type { Media, Pictures, RemotePicture } from "./media-deps";
import type { Memo } from "./runtime/memo";
import type { OperationCount } from "./runtime/operation-counts";

/** UTC epoch milliseconds. Injected for tests. */
export interface Clock {
  now(): number;
}

/** UUIDv7, lower case (decisions.md §2). */
export interface Ids {
  next(): string;
}

/** Unpredictable bytes, for secrets. Injected, so that tests can foresee them. */
export interface Random {
  bytes(count: number): Uint8Array;
}

/** Keeps secrets that the database must not know, under a key of the deployment (APP_SECRET). */
export interface Vault {
  seal(text: string): Promise<string>;
  /** @throws where the text was not sealed here */
  open(sealed: string): Promise<string>;
  /**
   * A keyed hash: the same for the same text, and nothing to anyone without the key. Hexadecimal.
   */
  fingerprint(text: string): Promise<string>;
}

/** An outgoing mail. */
export interface OutgoingMail {
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
}

/**
 * Sends mail. @throws MailRefused for permanent failures, MailUncertain when delivery is unknown;
 * other failures may pass
 */
export interface MailTransport {
  /** Where mail is really sent, bodies with sign-in links are not stored. */
  readonly keeps: "everything" | "nothing secret";
  /**
   * @param handOver awaited at the last moment at which the mail is certainly not accepted, by
   * transports whose server would accept it twice; if it throws, the mail is not sent
   */
  send(mail: OutgoingMail, handOver: () => Promise<void>): Promise<void>;
}

/** The connection failed during handover: the server may or may not have accepted the mail. */
export class MailUncertain extends Error {}

/** The receiving side will never take this mail (a 5xx of SMTP, a 4xx of HTTP). */
export class MailRefused extends Error {
  /**
   * @param isOfAddress whether it is the reader's address that is refused, rather than this one
   * mail
   */
  constructor(
    message: string,
    readonly isOfAddress: boolean,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** Where a browser takes pushes, as it gave it (RFC 8030, RFC 8291). */
export interface PushTarget {
  endpoint: string;
  p256dh: string;
  auth: string;
}

/** Sends pushes. @throws PushGone, PushRefused; any other failure may pass */
export interface PushTransport {
  send(target: PushTarget, payload: string): Promise<void>;
}

/** The push subscription is gone (404, 410). */
export class PushGone extends Error {}

/** This push will never be taken (another 4xx). */
export class PushRefused extends Error {}

/** The claims of a verified identity token. */
export interface IdentityClaims {
  /** The issuer, which decides the meaning of the subject: our users or Firebase's. */
  issuer: "embedded" | "firebase";
  subject: string;
  email: string | null;
  isEmailVerified: boolean;
  name: string | null;
  pictureUrl: string | null;
  /** UTC ms. */
  issuedAt: number;
  /** Our own tokens name the session that they are bound to, firebase's none. */
  sessionId: string | null;
}

/** Where passwords are kept, when it is not here: Google's Identity Toolkit (decisions.md §5). */
export interface RemotePasswords {
  /** @throws AppError("conflict") where the address is taken */
  signUp(email: string, password: string): Promise<{ idToken: string }>;
  /** @returns null where address or password is wrong */
  signIn(email: string, password: string): Promise<{ idToken: string } | null>;
  /** Its own mail with its own link. Silent where the address is unknown. */
  sendReset(email: string): Promise<void>;
  sendVerification(idToken: string): Promise<void>;
  changePassword(idToken: string, password: string): Promise<void>;
  /** @returns the token's bearer; null when invalid */
  verify(idToken: string): Promise<IdentityClaims | null>;
}

/** An OpenID provider that people may come by. */
export interface OpenIdClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** How people sign in here, as the operator has configured it. */
export interface IdentityConfiguration {
  /** Null: passwords are kept here (`embedded`). */
  remote: RemotePasswords | null;
  /** Null: the button is not there. */
  google: OpenIdClient | null;
}

/**
 * A visit or interaction: viewing the page, sharing, following the ticket link, adding to a
 * calendar.
 */
export type VisitKind = "view" | "share" | "ticket" | "calendar";

/** Where a visitor came from, as far as the browser says it. */
export type VisitSource = "here" | "embed" | "search" | "social" | "site" | "direct";

/** A recorded visit. The visitor's identity stays in the isolate. */
export interface Visit {
  eventId: string;
  kind: VisitKind;
  source: VisitSource;
  address: string;
  agent: string;
}

/**
 * A visit as it is counted: `visitor` and the wider `network` are salted hashes of the UTC day `day`,
 * YYYY-MM-DD.
 */
export interface CountedVisit extends Omit<Visit, "address" | "agent"> {
  visitor: string;
  network: string;
  day: string;
  at: number;
}

/** Views of a route on the UTC day `day`, YYYY-MM-DD. */
export interface CountedViews {
  route: string;
  day: string;
  count: number;
}

/** Queue messages. Kept small: ids, never whole rows. */
export type JobMessage =
  | { type: "visits.noted"; id: string; visits: CountedVisit[] }
  | { type: "pages.viewed"; id: string; views: CountedViews[] }
  /** Counts of an isolate in the hour that began at `hour`. */
  | {
      type: "operations.counted";
      id: string;
      hour: number;
      release: string;
      counts: OperationCount[];
    }
  | { type: "mail.send"; id: string }
  /** Mails and pushes of their outboxes, by their ids. */
  | { type: "news.send"; id: string; mails: readonly string[]; pushes: readonly string[] }
  /** Continues a domain event; `again` after it was given up. */
  | { type: "news.expand"; id: string; again?: boolean }
  /** Continues due digests; first makes that of `reader` due again, from the dead letters. */
  | { type: "digests.send"; id: string; reader?: string }
  /**
   * Retries one recipient of a domain event; `after` is the cursor of their page of the audience.
   */
  | { type: "news.tell"; id: string; cause: string; rule: string; after: string; person: string }
  /** Continues a job (app/modules/jobs/jobs.server.ts); `again` after it was given up. */
  | { type: "job.run"; id: string; again?: boolean }
  | { type: "ingestion.run"; id: string }
  /** Carries out decisions of the inbox whose time to undo is over. */
  | { type: "decision.settle"; id: string }
  /** Fetches a picture again, from the dead letters. */
  | { type: "picture.fetch"; id: string; picture: RemotePicture };

/** Daily budgets of an account and its network (decisions.md §12). */
export type BudgetKind =
  | "draft"
  | "collection"
  | "note"
  | "audit-report"
  | "import"
  | "drafting"
  | "upload-bytes";

/** Daily budgets of accounts and networks. */
export interface Budget {
  /**
   * @param amount default 1 @throws AppError("too-many-requests") with the seconds until the next
   * day
   */
  take(kind: BudgetKind, userId: string, amount?: number): Promise<void>;
}

/** Takes visits and hands them to the queue in batches. Some may be lost. */
export interface Visits {
  note(visit: Visit): void;
}

/** Takes page views and hands them to the queue in batches. Some may be lost. */
export interface PageViews {
  note(view: PageView): void;
}

/** A view of a page. */
export interface PageView {
  /** As the route table names it, such as `/events/:eventId`. */
  route: string;
  /** The page's path: reloads within an hour count once. */
  path: string;
  address: string;
  agent: string;
}

/**
 * Hands work to the queue. It may be lost or come twice: consumers are idempotent (quality.md §3).
 */
export interface Jobs {
  /** @param delaySeconds delay before delivery */
  send(message: JobMessage, delaySeconds?: number): Promise<void>;
}

/** A notification in one language, as API and sockets give it (product.md §3). */
export interface NotificationJson {
  id: string;
  type: "mention" | "approval" | "rejection" | "reaction" | "other";
  title: string;
  message: string;
  read: boolean;
  /** ISO 8601. */
  createdAt: string;
  actionUrl: string | null;
  relatedEntityId: string | null;
}

/** A message to watchers of an ingestion run: its progress and new log lines. */
export interface RunMessage {
  type: "run:changed";
  runId: string;
  status: string;
  processedCount: number;
  eventsCount: number;
  /** `createdAt` in ISO 8601. */
  lines: {
    id: string;
    level: "info" | "warn" | "error" | "debug";
    code: string;
    message: Record<Locale, string>;
    createdAt: string;
  }[];
}

/** A city's new event, for connected followers. */
export interface CityNotificationMessage {
  /** In each language. */
  notification: Record<Locale, NotificationJson>;
  /** Interests, any of which must match; null reaches every follower. */
  topics: readonly string[] | null;
  /** The user who is not notified. */
  actorId: string | null;
}

/** Announces changes to rooms; best effort, never the only record. */
export interface Rooms {
  cityChanged(
    citySlug: string,
    eventId: string,
    change: "created" | "changed" | "cancelled",
  ): Promise<void>;
  /** Sends a stored notification to a user's devices, each in its language. */
  notified(userId: string, notification: Record<Locale, NotificationJson>): Promise<void>;
  /**
   * Announces a new event of a city once to the city's room, which forwards it to connected
   * followers.
   */
  cityNotification(citySlug: string, message: CityNotificationMessage): Promise<void>;
  /** Announces a change to watchers of an ingestion run. */
  runChanged(message: RunMessage): Promise<void>;
  /** Closes the sockets of an ended session, or all of a user's sockets. */
  signedOut(userId: string, sessionId: string | null): Promise<void>;
}

/** A model that answers prompts (decisions.md §11). */
export interface Assistant {
  /** The model's name, shown to its users. */
  readonly model: string;
  /** Whether it reads pictures. */
  readonly seesPictures?: true;
  /**
   * The answer as a stream. @param picture only if it sees pictures; @throws AssistantFailed, also
   * midway: a partial answer is unusable
   */
  ask(prompt: string, picture?: AskedPicture): AsyncIterable<string>;
}

/** A picture that a prompt is about. */
export interface AskedPicture {
  /** MIME type. */
  type: string;
  bytes: Uint8Array;
}

/** Why a model gave no or only a partial answer. Never contains the request. */
export class AssistantFailed extends Error {
  /**
   * The built pages carry a copy of this class beside the Worker's own: a failure of either is one
   * to both.
   */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return value instanceof Error && value.name === "AssistantFailed";
  }

  /** @param status of HTTP, if any */
  constructor(
    readonly reason: "refused" | "busy" | "unavailable" | "timeout" | "blocked" | "cut" | "broken",
    readonly status?: number,
  ) {
    super(`The assistant gave no answer: ${reason}${status === undefined ? "" : ` (${status})`}.`);
    this.name = "AssistantFailed";
  }
}

/** Parameters of scrypt (RFC 7914). */
export interface PasswordCost {
  /** log2 of N. */
  n: number;
  r: number;
  p: number;
}

/** Derives a key of 32 bytes from a password by scrypt: up to 250 ms of a processor. */
export type DeriveKey = (text: string, salt: Uint8Array, cost: PasswordCost) => Promise<Uint8Array>;

/** Counts of operations outside the database (Workers Analytics Engine). */
export interface OperationStore {
  write(release: string, counts: readonly OperationCount[]): void;
  /** By hour and release. @param since UTC ms @throws Error when it does not answer */
  read(since: number): Promise<(OperationCount & { hour: number; release: string })[]>;
}

/** Parts of the platform that requests depend on. */
export const PLATFORM_PARTS = ["database", "files", "rooms", "limits"] as const;

/** Answer of a part of the platform. */
export interface PartHealth {
  part: (typeof PLATFORM_PARTS)[number];
  /** Time of the answer, ms. */
  ms: number;
  /** Why it failed; null when it answered. */
  error: string | null;
}

/** Events by their meaning. A failing or late model is an error, which changes no result of words. */
export interface MeaningIndex {
  /** Ids of the events nearest to a query, the nearest first. */
  nearest(query: string): Promise<string[]>;
  /** Stores the vectors of events; none is made again for the same text. */
  renew(events: readonly { id: string; text: string }[]): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
}

/** Everything a module needs from the outside world. */
export interface Deps {
  db: Database;
  /** The product's public origin, such as https://rooydad.example. */
  siteUrl: string;
  /** Whether this is a local run, with the seed's demo accounts. */
  isLocal: boolean;
  /** Id of the deployment; empty for local runs. */
  release: string;
  /** How long logs and counts are kept, months of 30.5 days: 1 to 24 (decisions.md §15). */
  retentionMonths: number;
  /** How long the first visit or page view waits for others before they are stored together, ms. */
  gatherMs: number;
  /** Queries and requests that a job may still make (`hasAllowance`); elsewhere unlimited. */
  allowance: () => number;
  clock: Clock;
  ids: Ids;
  random: Random;
  /** Finds events by meaning; unset without its bindings. */
  meaning?: MeaningIndex;
  passwordCost: PasswordCost;
  deriveKey: DeriveKey;
  vault: Vault;
  mail: MailTransport;
  /** The VAPID public key (RFC 8292), Base64url; null when push is off. */
  pushKey: string | null;
  /** Null without keys: push is off and browsers are not asked. */
  push: PushTransport | null;
  identity: IdentityConfiguration;
  jobs: Jobs;
  budget: Budget;
  rooms: Rooms;
  media: Media;
  /**
   * A file that is shipped beside the Worker, whose own size is bounded: texts and tables that few
   * requests read. @param path in public/ @throws Error when it is missing
   */
  shipped(path: string): Promise<Response>;
  pictures: Pictures;
  /** Null without a key: the feature and its links are hidden. */
  assistant: Assistant | null;
  /** Drafts texts in the other language, within half a minute; null without a model. */
  drafter: Assistant | null;
  /** Rewrites queries that find nothing, within 600 ms; null or unset without a model. */
  rewriter?: Assistant | null;
  memo: Memo;
  visits: Visits;
  pageViews: PageViews;
  /** Null: counts of operations are kept in the database. */
  operations: OperationStore | null;
  /** Bytes of the database, as the platform counts them. */
  databaseBytes(): Promise<number>;
  /** Asks every part of the platform. */
  probe(): Promise<PartHealth[]>;
  /**
   * Sends a text to the operator's chat. Null without one. @throws Error when it was not accepted
   */
  alarmChat: ((text: string) => Promise<void>) | null;
  /** Work that may finish after the answer has gone out. */
  later(work: Promise<unknown>): void;
}
