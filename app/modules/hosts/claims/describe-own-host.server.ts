import * as v from "valibot";
import type { Deps } from "../../../lib/deps";
import { type Actor, assertCan } from "../../../lib/permissions";
import { changeHost, HostInput } from "../write-host.server";
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
