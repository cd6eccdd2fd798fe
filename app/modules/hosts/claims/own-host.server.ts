import { eq, sql } from "drizzle-orm";
import * as v from "valibot";
import type { ImageFocus } from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";
import { AppError, staleError } from "../../../lib/errors";
import { type Actor, assertCan, can } from "../../../lib/permissions";
import { auditEntry } from "../../audit/audit-entry.server";
import { deleteOnceUnused } from "../../media/claim-media.server";
import { mediaKeyOf } from "../../media/media-files";
import { storeEventMedia } from "../../media/store-media.server";
import { settingsOf } from "../../settings/platform-settings.server";
import { forgetSiteState } from "../../store/content-version.server";
import { runGuarded } from "../../store/run-guarded.server";
import {
  bumpHostPages,
  changeHost,
  getHostOrThrow,
  HOST_TABLES,
  HostInput,
  type StoredHost,
} from "../write-host.server";
import { getManagedHost } from "./claims.server";

/**
 * Fields of a page that its verified manager may change. Names, place and address are for staff.
 */
export const OwnHostInput = v.pick(HostInput, ["aboutEn", "aboutFa", "links"]);

/**
 * Changes the text and the links of the account's own page.
 * @param expectedVersion the version that the form showed
 * @throws AppError("forbidden") unless the account is its verified manager, AppError("conflict") at
 * `version` after a concurrent change
 */
export async function describeOwnHost(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
  input: v.InferOutput<typeof OwnHostInput>,
  expectedVersion: number,
): Promise<void> {
  assertCan(actor, "host:claim");
  const host = await getManagedHost(deps, actor, hostId);
  const { nameEn, nameFa, aliases, status } = host.row;
  const place =
    host.kind === "venue"
      ? host.row
      : { addressEn: null, addressFa: null, latitude: null, longitude: null };
  const { addressEn, addressFa, latitude, longitude } = place;
  const kept = {
    nameEn,
    nameFa,
    aliases,
    addressEn,
    addressFa,
    latitude,
    longitude,
    isHidden: status === "hidden",
  };
  await changeHost(deps, actor, host, { ...kept, ...input }, expectedVersion);
}

type HostPicture = Pick<StoredHost["row"], "imageUrl" | "imageFocus">;

/**
 * Gives the account's own page a picture, or the present one another focus.
 * @param file null keeps the present picture
 * @throws AppError("forbidden") unless the account is the page's verified manager, and while claims
 * are off, AppError("invalid") at `picture`
 */
export async function changeHostPicture(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
  { file, focus }: { file: Blob | null; focus: ImageFocus },
): Promise<void> {
  assertCan(actor, "host:claim");
  if (!(await settingsOf(deps)).features.enableHostClaims) throw new AppError("forbidden");
  const host = await getManagedHost(deps, actor, hostId);
  const imageUrl = file ? await storeEventMedia(deps, actor, "picture", file) : host.row.imageUrl;
  if (imageUrl === null)
    throw new AppError("invalid", [{ path: "picture", message: "errors:issue.noPicture" }]);
  await setPicture(deps, actor, host, { imageUrl, imageFocus: focus });
}

/**
 * Takes the picture from a page: its verified manager, or staff. @throws AppError("forbidden") for
 * others
 */
export async function removeHostPicture(
  deps: Deps,
  actor: Actor | null,
  hostId: string,
): Promise<void> {
  assertCan(actor, "host:claim");
  const host = can(actor, "host:manage")
    ? await getHostOrThrow(deps, hostId)
    : await getManagedHost(deps, actor, hostId);
  await setPicture(deps, actor, host, { imageUrl: null, imageFocus: "center" });
}

async function setPicture(
  deps: Deps,
  actor: Actor,
  host: StoredHost,
  after: HostPicture,
): Promise<void> {
  const { kind, row } = host;
  const before = { imageUrl: row.imageUrl, imageFocus: row.imageFocus };
  if (before.imageUrl === after.imageUrl && before.imageFocus === after.imageFocus) return;
  const table = HOST_TABLES[kind];
  await runGuarded(
    deps,
    [
      deps.db
        .update(table)
        .set({
          ...after,
          // Null after a concurrent change, which fails the batch.
          version: sql`CASE WHEN ${table.version} = ${row.version} THEN ${row.version + 1} END`,
          updatedAt: deps.clock.now(),
        })
        .where(eq(table.id, row.id)),
      auditEntry(deps, {
        actorId: actor.id,
        action: `${kind}.updated`,
        entity: kind,
        entityId: row.id,
        metadata: { before, after },
        sessionId: actor.sessionId,
      }),
      bumpHostPages(deps, host),
    ],
    { "venues.version": staleError, "organizers.version": staleError },
  );
  forgetSiteState(deps);
  const former = before.imageUrl === after.imageUrl ? null : mediaKeyOf(before.imageUrl);
  if (former !== null) await deleteOnceUnused(deps, former);
}
