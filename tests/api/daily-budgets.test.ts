import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { BudgetKind } from "../../app/lib/deps";
import type { Actor } from "../../app/lib/permissions";
import { writeAuditLog } from "../../app/modules/audit/audit-entry.server";
import { createDraft } from "../../app/modules/authoring/draft-commands.server";
import { changePicture } from "../../app/modules/identity/users/profile-commands.server";
import { storeEventMedia } from "../../app/modules/media/store-media.server";
import { writeNote } from "../../app/modules/review/notes/notes.server";
import { createCollection } from "../../app/modules/saved/write-collection.server";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createMp4, createPng } from "../factories/file";
import { importEvent } from "../helpers/import-event";
import { addActor, emptyEvents, written } from "../helpers/organizers";
import { answerForOthers, pictureAnswer } from "../helpers/other-sites";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

const POSTER = "https://pictures.rooydad-tests.org/poster.png";
const CALENDAR = [
  ...[
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    "PRODID:-//Test//EN",
    "BEGIN:VEVENT",
    "UID:1@test",
    "DTSTAMP:20261101T000000Z",
  ],
  ...[
    "SUMMARY:A Night of Kamancheh",
    "DTSTART:20261212T193000Z",
    "END:VEVENT",
    "END:VCALENDAR",
    "",
  ],
].join("\r\n");

let deps: TestDeps;
let cityId: string;
beforeEach(async () => {
  deps = createTestDeps();
  await emptyEvents(deps);
  cityId = (await createCity(deps.db, { slug: "tehran", nameEn: "Tehran" })).id;
});
afterEach(() => vi.restoreAllMocks());

/** Each command that takes from a daily budget, and what it takes. */
const COMMANDS: [
  name: string,
  work: (me: Actor) => Promise<unknown>,
  taken: [BudgetKind, number][],
][] = [
  ["a draft", (me) => createDraft(deps, me, written()), [["draft", 1]]],
  [
    "a draft with a picture of another site",
    (me) => createDraft(deps, me, written({ imageUrl: POSTER })),
    [
      ["draft", 1],
      ["upload-bytes", createPng().byteLength],
    ],
  ],
  [
    "a collection",
    (me) =>
      createCollection(deps, me, {
        name: "Winter",
        description: "",
        color: "firoozeh",
        icon: "bookmark",
        isPublic: false,
      }),
    [["collection", 1]],
  ],
  [
    "an import, and the draft that it makes",
    (me) => importEvent(deps, me, { file: CALENDAR }),
    [
      ["import", 1],
      ["draft", 1],
    ],
  ],
  [
    "a report of a browser",
    (me) =>
      writeAuditLog(deps, me, {
        action: "share",
        entity: "event",
        entityId: null,
        metadata: {},
        severity: "info",
        source: "web",
        sessionId: null,
      }),
    [["audit-report", 1]],
  ],
  [
    "a picture, by its bytes",
    (me) => storeEventMedia(deps, me, "picture", new Blob([createPng()])),
    [["upload-bytes", createPng().byteLength]],
  ],
  [
    "a film, by its bytes",
    (me) => storeEventMedia(deps, me, "video", new Blob([createMp4()])),
    [["upload-bytes", createMp4().byteLength]],
  ],
  [
    "an avatar, by its bytes",
    (me) => changePicture(deps, me, createPng()),
    [["upload-bytes", createPng().byteLength]],
  ],
];

describe("the daily budget of an account", () => {
  it.each(COMMANDS)("is used by %s", async (_, work, taken) => {
    answerForOthers({ [POSTER]: () => pictureAnswer(createPng()) });
    const me = await addActor(deps);
    await work(me);
    const sorted = (list: readonly unknown[]) => list.map((one) => JSON.stringify(one)).sort();
    expect(sorted(deps.taken)).toEqual(
      sorted(taken.map(([kind, amount]) => ({ kind, userId: me.id, amount }))),
    );
  });

  it("is used by a staff member’s note, once for each", async () => {
    const moderator = await addActor(deps, "moderator");
    const event = await createEvent(deps.db, {
      cityId,
      startsAt: deps.clock.now(),
      status: "pending",
    });
    await writeNote(deps, moderator, event.id, "The venue is closed that week.");
    expect(deps.taken).toEqual([{ kind: "note", userId: moderator.id, amount: 1 }]);
  });

  it("covers every kind of action", () => {
    const kinds: Record<BudgetKind, true> = {
      draft: true,
      collection: true,
      note: true,
      "audit-report": true,
      import: true,
      drafting: true,
      "upload-bytes": true,
    };
    const tested = new Set<string>([
      "note",
      "drafting",
      ...COMMANDS.flatMap(([, , taken]) => taken.map(([kind]) => kind)),
    ]);
    expect([...tested].sort()).toEqual(Object.keys(kinds).sort());
  });
});
