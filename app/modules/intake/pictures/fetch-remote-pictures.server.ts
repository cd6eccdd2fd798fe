import { and, asc, eq, lte, sql } from "drizzle-orm";
import { events, remotePictures, users } from "../../../../db/schema";
import { HOUR, MINUTE } from "../../../lib/dates/durations";
import type { Deps } from "../../../lib/deps";
import { isRefusal } from "../../../lib/errors";
import { isolateFailures } from "../../../lib/http/isolate-failures";
import type { RemotePicture } from "../../../lib/media-deps";
import { hasAllowance } from "../../../lib/runtime/allowance";
import { describeError, log } from "../../../lib/runtime/log";
import { deadLetterStatement, lastErrorOf } from "../../jobs/queue.server";
import { deleteMedia } from "../../media/claim-media.server";
import { mediaKeyOf } from "../../media/media-files";
import { withStoredPicture } from "../../media/own-files.server";
import { remotePictureStatement } from "../../media/remote-pictures.server";
import { dropPicture } from "./drop-picture.server";
import { placePicture } from "./place-picture.server";

/**
 * Pictures per sweep, and in parallel: each may take ten seconds to fetch and some 25 MB to shrink.
 */
const SWEEP = 20;
const AT_ONCE = 4;
/** After this silence of a worker another one takes over, ms. */
const CLAIM = 2 * MINUTE;
/** Delays before the retries of a site that does not answer; then its picture is given up. */
const AGAIN = [10 * MINUTE, HOUR];
/** Attempts at a row before an unexpected failure puts it into the dead letters. */
const ATTEMPTS = 6;

type Found = typeof remotePictures.$inferSelect;
export type RemotePictureRow = Found & { ownerId: string };

/**
 * Every minute: fetches pictures of other sites, stores them and replaces their addresses.
 * Unavailable ones are removed, with a notification to the author. Rows that fail for our own
 * reasons become dead letters. Safe to run concurrently: rows are claimed, and deleted with the
 * work.
 */
export async function fetchRemotePictures(
  deps: Deps,
): Promise<{ fetched: number; dropped: number }> {
  const { db, clock } = deps;
  const due = await db
    .select()
    .from(remotePictures)
    .where(lte(remotePictures.dueAt, clock.now()))
    .orderBy(asc(remotePictures.dueAt))
    .limit(SWEEP);
  const done = { fetched: 0, dropped: 0 };
  await isolateFailures(
    due,
    async (part) => {
      for (const row of part) {
        const outcome = await attempt(deps, row);
        if (outcome !== "later") done[outcome] += 1;
      }
    },
    (row, error) => giveUp(deps, row, error),
    { atOnce: 1, sideBySide: AT_ONCE, isEnough: () => !hasAllowance(deps) },
  );
  return done;
}

/** Fetches again a picture in the dead letters. */
export async function retryRemotePicture(
  deps: Pick<Deps, "db" | "ids" | "clock">,
  picture: RemotePicture,
): Promise<void> {
  await remotePictureStatement(deps, picture);
}

/**
 * Moves a row to the dead letters. Its entity keeps the address, which no page shows, so that a
 * retry can replace it.
 */
async function giveUp(
  { db, clock }: Pick<Deps, "db" | "clock">,
  row: Found,
  error: unknown,
): Promise<void> {
  const { id, kind, entityId, url, ownerId } = row;
  log("error", "remote-picture.dead", { id, ...describeError(error) });
  await db.batch([
    deadLetterStatement(
      { db, clock },
      "remote-pictures",
      [{ type: "picture.fetch", id, picture: { kind, entityId, url, ownerId } }],
      lastErrorOf(error),
    ),
    db.delete(remotePictures).where(eq(remotePictures.id, id)),
  ]);
}

async function attempt(deps: Deps, found: Found): Promise<"fetched" | "dropped" | "later"> {
  const { db, clock } = deps;
  const [row] = await db
    .update(remotePictures)
    .set({ dueAt: clock.now() + CLAIM, attempts: found.attempts + 1 })
    .where(and(eq(remotePictures.id, found.id), eq(remotePictures.dueAt, found.dueAt)))
    .returning();
  const ownerId = row && (row.ownerId ?? (await ownerOfProduct(deps)));
  if (!row || !ownerId) return "later";
  // A picture that ends its worker never reaches the handler of failures below.
  if (row.attempts > ATTEMPTS) throw new Error("Its workers died again and again.");
  try {
    await fetchOne(deps, { ...row, ownerId });
    return "fetched";
  } catch (error) {
    if (isRefusal(error, "too-many-requests")) {
      // Its owner has sent as much today as a day takes: another hour, and no attempt of the row's.
      await db
        .update(remotePictures)
        .set({ dueAt: clock.now() + HOUR, attempts: found.attempts })
        .where(eq(remotePictures.id, row.id));
      return "later";
    }
    const isRefused = isRefusal(error, "invalid");
    const wait = AGAIN[row.attempts - 1];
    const isSilent =
      isRefused &&
      error.issues.some(({ message }) => message === "errors:issue.pictureUnreachable");
    if (isSilent && wait !== undefined) {
      await db
        .update(remotePictures)
        .set({ dueAt: clock.now() + wait })
        .where(eq(remotePictures.id, row.id));
      return "later";
    }
    if (!isRefused) {
      if (row.attempts < ATTEMPTS)
        log("error", "remote-picture.failed", { id: row.id, ...describeError(error) });
      else await giveUp(deps, row, error);
      return "later";
    }
    await dropPicture(deps, { ...row, ownerId });
    return "dropped";
  }
}

async function fetchOne(deps: Deps, row: RemotePictureRow): Promise<void> {
  const kind =
    row.kind === "user" ? "avatar" : (await isEditorial(deps, row)) ? "editorial" : "picture";
  const { imageUrl } = await withStoredPicture(
    deps,
    { id: row.ownerId },
    { imageUrl: row.url },
    null,
    kind,
  );
  const isPlaced = await placePicture(deps, row, imageUrl);
  const key = mediaKeyOf(imageUrl);
  // The picture was changed meanwhile. Files uploaded here and named by absolute address are not
  // this job's to delete.
  if (!isPlaced && key !== null && !row.url.endsWith(key)) await deleteMedia(deps, [key]);
  await deps.db.delete(remotePictures).where(eq(remotePictures.id, row.id));
}

/** Whether it is the staff's: all but events with a creator, and drafts. */
async function isEditorial(
  { db }: Pick<Deps, "db">,
  { kind, entityId }: RemotePictureRow,
): Promise<boolean> {
  if (kind !== "event") return true;
  const event = await db
    .select({ creatorId: events.creatorId })
    .from(events)
    .where(eq(events.id, entityId))
    .get();
  return event?.creatorId === null;
}

/** The owner, responsible for pictures without an author. */
async function ownerOfProduct({ db }: Pick<Deps, "db">): Promise<string | undefined> {
  const owner = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.role} = 'owner' AND ${users.deletedAt} IS NULL`)
    .orderBy(asc(users.id))
    .get();
  return owner?.id;
}
