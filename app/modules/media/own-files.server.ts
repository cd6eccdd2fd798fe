import { eq, inArray, sql } from "drizzle-orm";
import { type EventValues, media } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { AppError } from "../../lib/errors";
import type { HTTPIssue } from "../../lib/http/form-failure";
import { paths } from "../../lib/paths";
import { type Actor, isStaff } from "../../lib/permissions";
import { UUID_PATTERN } from "../../lib/runtime/ids";
import { mediaKeyOf } from "./media-files";
import { fetchPicture } from "./remote-pictures.server";
import type { MediaKind } from "./storage-limits.server";

type Addresses = Pick<EventValues, "imageUrl" | "videoUrl">;

const KINDS = { imageUrl: "picture", videoUrl: "video" } as const;
/**
 * Of an upload, in whichever way its address is written: as a path, or whole as the API gives it.
 */
const UPLOAD = new RegExp(
  `/media/(uploads/${UUID_PATTERN}/${UUID_PATTERN}[_0-9a-z]*\\.[a-z0-9]+)$`,
);

/** The names of those addresses that are files here and not the author's to use. */
async function foreignFiles(
  { db }: Pick<Deps, "db">,
  actor: Pick<Actor, "id" | "role" | "isVerified">,
  values: Addresses,
  present: Partial<Addresses>,
) {
  const named = (Object.keys(KINDS) as (keyof Addresses)[]).flatMap((name) => {
    const address = values[name];
    if (address === null || address === present[name]) return [];
    const key = UPLOAD.exec(address)?.[1] ?? null;
    const isHere = mediaKeyOf(address) !== null;
    return key !== null || isHere ? [{ name, key, isHere }] : [];
  });
  const keys = named.flatMap(({ key }) => key ?? []);
  const found =
    keys.length === 0
      ? []
      : await db
          .select({ key: media.key, ownerId: media.ownerId, kind: media.kind })
          .from(media)
          .where(inArray(media.key, sql`(SELECT value FROM json_each(${JSON.stringify(keys)}))`));
  return named
    .filter(({ name, key, isHere }) => {
      const file = found.find((one) => one.key === key);
      // A whole address of that form may be another site's.
      if (!file) return isHere;
      if (file.kind === "editorial") return name !== "imageUrl" || !isStaff(actor);
      return file.ownerId !== actor.id || file.kind !== KINDS[name];
    })
    .map(({ name }) => name);
}

/**
 * Refuses files of other users and missing ones: the owner alone decides how long a file exists,
 * and `unusedMediaPurge` looks for it nowhere else. Present files of the event stay.
 * @param present the current files; @throws AppError("invalid") with an issue at `imageUrl` or
 * `videoUrl`
 */
export async function assertOwnFiles(
  deps: Pick<Deps, "db">,
  actor: Pick<Actor, "id" | "role" | "isVerified">,
  values: Addresses,
  present: Partial<Addresses> = {},
): Promise<void> {
  const issues = (await foreignFiles(deps, actor, values, present)).map(
    (path): HTTPIssue => ({ path, message: "errors:issue.fileAddress" }),
  );
  if (issues.length > 0) throw new AppError("invalid", issues);
}

/** The same values without files that are not the author's. */
export async function withOwnFiles<V extends Addresses>(
  deps: Pick<Deps, "db">,
  actor: Pick<Actor, "id" | "role" | "isVerified">,
  values: V,
): Promise<V> {
  const foreign = await foreignFiles(deps, actor, values, {});
  return { ...values, ...Object.fromEntries(foreign.map((name) => [name, null])) };
}

/** Whether an address is on another site; absolute addresses of this one are not. */
const isElsewhere = ({ siteUrl }: Pick<Deps, "siteUrl">, address: string) =>
  new URL(address, siteUrl).origin !== new URL(siteUrl).origin;

/**
 * The values with their picture stored here: external ones are fetched, absolute addresses of
 * uploads become paths, and covers become none. Call it after all other checks, since stored files
 * stay for two days.
 * @param present the event's present picture, which is kept; @throws AppError("invalid") with an
 * issue at `imageUrl`
 */
export async function withStoredPicture<V extends Pick<Addresses, "imageUrl">>(
  deps: Deps,
  actor: Pick<Actor, "id">,
  values: V,
  present: string | null = null,
  kind: Exclude<MediaKind, "video"> = "picture",
): Promise<V> {
  const { imageUrl } = values;
  if (imageUrl === null || imageUrl === present || mediaKeyOf(imageUrl) !== null) return values;
  const key = UPLOAD.exec(imageUrl)?.[1];
  const upload =
    key && (await deps.db.select({ key: media.key }).from(media).where(eq(media.key, key)).get());
  if (upload) return { ...values, imageUrl: paths.media(upload.key) };
  if (!isElsewhere(deps, imageUrl)) return { ...values, imageUrl: null };
  return { ...values, imageUrl: await fetchPicture(deps, actor.id, imageUrl, kind) };
}
