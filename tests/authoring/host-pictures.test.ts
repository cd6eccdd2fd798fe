import { env } from "cloudflare:test";
import { and, eq } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { DAY } from "../../app/lib/dates/durations";
import type { ImageFocus } from "../../app/lib/event/event-fields";
import type { Actor } from "../../app/lib/permissions";
import { getListedEvent, relatedEvents } from "../../app/modules/events/get-event.server";
import {
  claimHost,
  decideClaim,
  listWaitingClaims,
  withdrawClaim,
} from "../../app/modules/hosts/claims/claims.server";
import {
  changeHostPicture,
  removeHostPicture,
} from "../../app/modules/hosts/claims/own-host.server";
import { mergeHosts } from "../../app/modules/hosts/write-host.server";
import { unusedMediaPurge } from "../../app/modules/media/claim-media.server";
import { mediaKeyOf } from "../../app/modules/media/media-files";
import { changeSettings } from "../../app/modules/settings/platform-settings.server";
import { auditEntries, media, venues } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createPng } from "../factories/file";
import { emptyDatabase } from "../helpers/empty-database";
import { addActor } from "../helpers/organizers";
import { failureOf } from "../helpers/people";
import { purgeAll } from "../helpers/purge";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let manager: Actor;
let moderator: Actor;
let cityId: string;
let hall: string;
let otherHall: string;

beforeEach(async () => {
  deps = createTestDeps();
  await deps.db.delete(media);
  await emptyDatabase();
  ({ id: cityId } = await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" }));
  manager = await addActor(deps, "user");
  moderator = await addActor(deps, "moderator");
  [hall, otherHall] = [deps.ids.next(), deps.ids.next()];
  const row = { cityId, searchKey: "", createdAt: 0, updatedAt: 0 };
  await deps.db.insert(venues).values([
    { ...row, id: hall, slug: "vahdat-hall", nameEn: "Vahdat Hall" },
    { ...row, id: otherHall, slug: "vahdat", nameEn: "Vahdat" },
  ]);
  await claimHost(deps, manager, hall, {
    statement: "I run the hall, ask anybody there.",
    link: null,
  });
  const [found] = await listWaitingClaims(deps, moderator);
  await decideClaim(deps, moderator, found?.claim.id ?? "", null);
});

const picture = () => new Blob([createPng()]);
const change = (
  file: Blob | null = picture(),
  focus: ImageFocus = "center",
  actor: Actor | null = manager,
  host = hall,
) => changeHostPicture(deps, actor, host, { file, focus });
const rowOf = (id = hall) => deps.db.select().from(venues).where(eq(venues.id, id)).get();
const addressOf = async (id = hall) => (await rowOf(id))?.imageUrl ?? null;
const isStored = async (address: string | null) =>
  (await env.MEDIA.head(mediaKeyOf(address) ?? "none")) !== null;
const audited = () =>
  deps.db.$count(
    auditEntries,
    and(eq(auditEntries.action, "venue.updated"), eq(auditEntries.entityId, hall)),
  );

describe("the picture of a page", () => {
  it("is sent, replaced and removed by its verified manager, each with an audit entry; former files go", async () => {
    await change();
    const first = await addressOf();
    expect(await isStored(first)).toBe(true);
    await change(null, "top-left");
    expect(await rowOf()).toMatchObject({ imageUrl: first, imageFocus: "top-left", version: 3 });
    await change(picture(), "bottom");
    expect(await addressOf()).not.toBe(first);
    expect([await isStored(first), await isStored(await addressOf())]).toEqual([false, true]);
    const last = await addressOf();
    await removeHostPicture(deps, manager, hall);
    expect(await rowOf()).toMatchObject({ imageUrl: null, imageFocus: "center" });
    expect([await isStored(last), await audited()]).toEqual([false, 4]);
  });

  it("is shown on the cards of its events", async () => {
    await change(picture(), "top");
    const { id } = await createEvent(deps.db, {
      cityId,
      venueId: hall,
      startsAt: deps.clock.now() + DAY,
    });
    const { hosts } = await relatedEvents(deps, await getListedEvent(deps, id));
    expect(hosts).toEqual({
      venue: { slug: "vahdat-hall", imageUrl: await addressOf(), imageFocus: "top" },
      organizer: null,
    });
  });

  it("is refused to others, without a file, of another kind, and while claims are switched off", async () => {
    const other = await addActor(deps, "user");
    expect(await failureOf(change(picture(), "center", null))).toMatchObject({
      code: "unauthorized",
    });
    expect(await failureOf(change(picture(), "center", other))).toMatchObject({
      code: "forbidden",
    });
    expect(await failureOf(change(picture(), "center", manager, otherHall))).toMatchObject({
      code: "forbidden",
    });
    expect(await failureOf(removeHostPicture(deps, other, hall))).toMatchObject({
      code: "forbidden",
    });
    expect(await failureOf(change(null))).toMatchObject({
      code: "invalid",
      issues: [{ path: "picture" }],
    });
    expect(await failureOf(change(new Blob(["no picture"])))).toMatchObject({
      code: "invalid",
      issues: [{ path: "picture" }],
    });
    await change();
    await changeSettings(deps, "features", { enableHostClaims: false }, null);
    expect(await failureOf(change())).toMatchObject({ code: "forbidden" });
    await withdrawClaim(deps, manager, hall);
    expect(await failureOf(removeHostPicture(deps, manager, hall))).toMatchObject({
      code: "forbidden",
    });
    expect(await addressOf()).not.toBe(null);
  });

  it("is taken away by staff, and goes with a merge to a page without one", async () => {
    await change();
    await removeHostPicture(deps, moderator, hall);
    expect(await addressOf()).toBe(null);
    await change(picture(), "left");
    const moved = await addressOf();
    await mergeHosts(deps, moderator, hall, otherHall);
    expect(await rowOf(otherHall)).toMatchObject({ imageUrl: moved, imageFocus: "left" });
  });

  it("stays while the page shows it, after its manager has ended the claim too", async () => {
    await change();
    await withdrawClaim(deps, manager, hall);
    deps.pass(3 * DAY);
    expect(await purgeAll(deps, unusedMediaPurge)).toBe(0);
    expect(await isStored(await addressOf())).toBe(true);
  });
});
