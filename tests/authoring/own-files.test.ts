import { beforeEach, describe, expect, it } from "vitest";
import type { Actor } from "../../app/lib/permissions";
import { createDraft, duplicateEvent } from "../../app/modules/authoring/draft-commands.server";
import { getOwnEvent, ownEventValues } from "../../app/modules/authoring/find-own-event.server";
import { saveEvent } from "../../app/modules/authoring/save-event.server";
import { submitEvent } from "../../app/modules/authoring/submit-event.server";
import { deleteMedia } from "../../app/modules/media/claim-media.server";
import { mediaKeyOf } from "../../app/modules/media/media-files";
import { storeEventMedia } from "../../app/modules/media/store-media.server";
import { media } from "../../db/schema";
import { createCity } from "../factories/city";
import { createMp4, createPng } from "../factories/file";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { issuesOf } from "../helpers/people";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;
let me: Actor;
let other: Actor;
beforeEach(async () => {
  deps = createTestDeps();
  await deps.db.delete(media);
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" });
  [me, other] = [await addActor(deps), await addActor(deps)];
});

const REFUSED = { imageUrl: "errors:issue.fileAddress" };

describe("the picture of an event", () => {
  it("is the user's own upload, given by path or full address and stored by path", async () => {
    const mine = await storeEventMedia(deps, me, "picture", new Blob([createPng()]));
    for (const imageUrl of [mine, `https://rooydad.test${mine}`]) {
      const id = await createDraft(deps, me, written({ imageUrl }));
      expect(ownEventValues(await getOwnEvent(deps, me, id)).imageUrl).toBe(mine);
    }
  });

  it("is not another account's upload, a video, or a deleted file", async () => {
    const theirs = await storeEventMedia(deps, other, "picture", new Blob([createPng()]));
    const film = await storeEventMedia(deps, me, "video", new Blob([createMp4()]));
    const gone = await storeEventMedia(deps, me, "picture", new Blob([createPng()]));
    await deleteMedia(deps, [mediaKeyOf(gone) ?? ""]);
    for (const imageUrl of [
      theirs,
      `https://rooydad.test${theirs}`,
      film,
      gone,
      `/media/users/${me.id}/a.png`,
    ])
      expect([imageUrl, await issuesOf(createDraft(deps, me, written({ imageUrl })))]).toEqual([
        imageUrl,
        REFUSED,
      ]);
  });

  it("stays when staff or its creator edit the event, whoever uploaded it, but is not copied to a duplicate", async () => {
    const moderator = await addActor(deps, "moderator");
    const mine = await storeEventMedia(deps, me, "picture", new Blob([createPng()]));
    const id = await createDraft(deps, me, written({ imageUrl: mine }));
    await submitEvent(deps, me, id);
    await saveEvent(deps, moderator, id, written({ imageUrl: mine }));
    const theirs = await storeEventMedia(deps, moderator, "picture", new Blob([createPng()]));
    await saveEvent(deps, moderator, id, written({ imageUrl: theirs }));
    await saveEvent(
      deps,
      me,
      id,
      written({ title: { en: "With their picture", fa: null }, imageUrl: theirs }),
    );
    const copy = ownEventValues(await getOwnEvent(deps, me, await duplicateEvent(deps, me, id)));
    expect([copy.title.en, copy.imageUrl]).toEqual(["With their picture", null]);
  });
});
