import { and, desc, eq, isNull, type SQL, sql } from "drizzle-orm";
import { users } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError } from "../../../lib/errors";
import { type Actor, assertCan, can, type Role } from "../../../lib/permissions";
import { searchKey } from "../../../lib/text/search-text";
import { nameMatch } from "../../search/staff-words";
import type { UserRow } from "./queries.server";

/**
 * Rows inspected per request if no index answers: words below three letters, and filters on top of
 * words or activity. The next page continues behind them, so no request scans the whole table.
 */
const USERS_WINDOW = 5_000;
const WORDS_MAX = 100;

export interface UserQuery {
  /** Substring of a name or address, case-insensitive. */
  words?: string;
  /** Whether to search addresses as well as names. */
  inEmail: boolean;
  role?: Role;
  isActive?: boolean;
  /** Id of the last user of the previous page. */
  after?: string;
  limit: number;
}

export interface FoundPage {
  users: UserRow[];
  /**
   * Start of the next page; null on the last page. A page may be shorter than `limit` and still
   * have a next one.
   */
  next: string | null;
}

/** Position behind which a page begins. */
interface Place {
  rowid: number;
  createdAt: number;
  id: string;
}

/** Position before all users: later than any instant. */
const BEGINNING: Place = {
  rowid: Number.MAX_SAFE_INTEGER,
  createdAt: 8_640_000_000_000_000,
  id: "",
};

const ROWID = sql<number>`${users}.rowid`;
const PLACE = { rowid: ROWID, createdAt: users.createdAt, id: users.id };

/**
 * Users, newest first, without deleted ones. Words of three letters or more use the trigram index
 * of migration 0007, which is in sign-up order.
 * @throws bad-request if `after` is not the id of a user
 */
export async function findUsers(
  deps: Pick<Deps, "db">,
  query: UserQuery,
  window = USERS_WINDOW,
): Promise<FoundPage> {
  const from = query.after === undefined ? BEGINNING : await placeOf(deps, query.after);
  const keys = keysOf(query);
  if (keys.length === 0 && query.words) return { users: [], next: null };
  const matches = keys.map(nameMatch).filter((match) => match !== null);
  return matches.length > 0
    ? findNamed(deps, query, keys, matches.join(" OR "), from, window)
    : walk(deps, query, keys, from, window);
}

/**
 * The search key must contain one of these texts: the folded words, or, for addresses, the words in
 * lower case.
 */
function keysOf({ words = "", inEmail }: UserQuery): string[] {
  // FTS5 ends its expression at the first NUL, which would drop the closing quote.
  const text = words
    .normalize("NFC")
    .replace(/\p{Cc}/gu, " ")
    .trim()
    .slice(0, WORDS_MAX);
  return [...new Set([searchKey(text), ...(inEmail ? [text.toLowerCase()] : [])])].filter(Boolean);
}

async function placeOf({ db }: Pick<Deps, "db">, id: string): Promise<Place> {
  const place = await db.select(PLACE).from(users).where(eq(users.id, id)).get();
  if (!place)
    throw new AppError("bad-request", [{ path: "startAfter", message: "errors:issue.cursor" }]);
  return place;
}

/** First line of the search key: the name. */
const NAME = sql`substr(${users.searchKey}, 1, instr(${users.searchKey}, char(10)) - 1)`;

// `instr` instead of LIKE: D1 rejects patterns over 50 bytes, which is 25 Persian letters.
const holds = (keys: readonly string[], inEmail: boolean): SQL[] =>
  keys.length === 0
    ? []
    : [
        sql`(${sql.join(
          keys.map((key) => sql`instr(${inEmail ? users.searchKey : NAME}, ${key}) > 0`),
          sql` OR `,
        )})`,
      ];

const filters = ({ role, isActive }: UserQuery): SQL[] => [
  isNull(users.deletedAt),
  ...(role === undefined ? [] : [eq(users.role, role)]),
  ...(isActive === undefined ? [] : [eq(users.isActive, isActive)]),
];

/** Finds users through the index of names. */
async function findNamed(
  { db }: Pick<Deps, "db">,
  query: UserQuery,
  keys: readonly string[],
  match: string,
  from: Place,
  window: number,
) {
  const { role, isActive, inEmail } = query;
  const isFiltered = role !== undefined || isActive !== undefined || !inEmail;
  const matching = sql`user_names MATCH ${match} AND user_names.rowid < ${from.rowid}`;
  const end = isFiltered
    ? await db
        .select({ rowid: sql<number>`user_names.rowid`, id: sql<string>`user_id` })
        .from(sql`user_names`)
        .where(matching)
        .orderBy(desc(sql`user_names.rowid`))
        .limit(1)
        .offset(window - 1)
        .get()
    : undefined;
  const rows = await db
    .select({ user: users })
    .from(sql`user_names`)
    .innerJoin(users, eq(ROWID, sql`user_names.rowid`))
    .where(
      and(
        matching,
        ...(end ? [sql`user_names.rowid >= ${end.rowid}`] : []),
        ...filters(query),
        ...(inEmail ? [] : holds(keys, false)),
      ),
    )
    .orderBy(desc(sql`user_names.rowid`))
    .limit(query.limit + 1);
  return pageOf(
    rows.map(({ user }) => user),
    query.limit,
    end?.id ?? null,
  );
}

/** Walks from the newest user to the oldest, within one role if given. */
async function walk(
  { db }: Pick<Deps, "db">,
  query: UserQuery,
  keys: readonly string[],
  from: Place,
  window: number,
) {
  const { role, isActive } = query;
  const behind = and(
    ...(role === undefined ? [] : [eq(users.role, role)]),
    sql`(${users.createdAt}, ${users.id}) < (${from.createdAt}, ${from.id})`,
  );
  const end =
    keys.length > 0 || isActive !== undefined
      ? await db
          .select({ createdAt: users.createdAt, id: users.id })
          .from(users)
          .where(behind)
          .orderBy(desc(users.createdAt), desc(users.id))
          .limit(1)
          .offset(window - 1)
          .get()
      : undefined;
  const rows = await db
    .select()
    .from(users)
    .where(
      and(
        behind,
        ...(end ? [sql`(${users.createdAt}, ${users.id}) >= (${end.createdAt}, ${end.id})`] : []),
        ...filters(query),
        ...holds(keys, query.inEmail),
      ),
    )
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(query.limit + 1);
  return pageOf(rows, query.limit, end?.id ?? null);
}

function pageOf(rows: UserRow[], limit: number, end: string | null): FoundPage {
  const shown = rows.slice(0, limit);
  return { users: shown, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : end };
}

/** Default and maximum page size (product.md §9). */
export const USERS_PAGE = 25;
export const USERS_PAGE_MAX = 100;

export interface UserListQuery {
  q?: string;
  role?: Role;
  isActive?: boolean;
  /** `lastDoc` of the previous page. */
  startAfter?: string;
  limit?: number;
}

export interface UserList {
  users: UserRow[];
  /**
   * Cursor of the next page: id of the last user listed, or of the last row inspected if few
   * matched.
   */
  lastDoc: string | null;
  hasMore: boolean;
}

/**
 * All accounts except deleted ones, newest first (product.md §7). With words or filters a page may
 * be short or empty although `hasMore` is true.
 * @throws bad-request for an unknown `startAfter`
 */
export async function listUsers(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  query: UserListQuery,
): Promise<UserList> {
  assertCan(actor, "user:manage");
  const { q, startAfter, limit = USERS_PAGE, ...filters } = query;
  const { users, next } = await findUsers(deps, {
    ...filters,
    words: q?.trim() || undefined,
    after: startAfter,
    inEmail: true,
    limit,
  });
  return { users, lastDoc: next ?? users.at(-1)?.id ?? null, hasMore: next !== null };
}

/** Default and maximum number of results (product.md §9). */
export const USER_SEARCH_LIMIT = 20;
export const USER_SEARCH_MAX = 100;

export interface FoundUser {
  id: string;
  displayName: string;
  photoURL: string | null;
  /** Role and address: null unless the actor may manage users. */
  role: Role | null;
  email: string | null;
}

/**
 * Active users whose name contains the text, case-insensitive (product.md §5), newest first; below
 * three letters, among the newest 5,000. For staff. Only actors who manage users search addresses
 * and see roles and addresses (decisions.md §6).
 */
export async function searchUsers(
  deps: Pick<Deps, "db">,
  actor: Actor | null,
  q: string,
  limit = USER_SEARCH_LIMIT,
): Promise<FoundUser[]> {
  assertCan(actor, "user:find");
  const words = q.trim();
  if (!words) return [];
  const managesUsers = can(actor, "user:manage");
  const { users } = await findUsers(deps, { words, inEmail: managesUsers, isActive: true, limit });
  return users.map(({ id, displayName, photoUrl, role, email }) => ({
    id,
    displayName,
    photoURL: photoUrl,
    role: managesUsers ? role : null,
    email: managesUsers ? email : null,
  }));
}
