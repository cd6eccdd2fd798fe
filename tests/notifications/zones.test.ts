import { beforeEach, describe, expect, it } from "vitest";
import { HOUR } from "../../app/lib/dates/durations";
import { sendDueDigests } from "../../app/modules/notifications/digests/send-digests.server";
import { sweepDomainEvents } from "../../app/modules/notifications/expand-domain-event.server";
import { notificationTexts } from "../../app/modules/notifications/notification-statements.server";
import { notificationText } from "../../app/modules/notifications/prepare-notifications.server";
import { remindSavers } from "../../app/modules/notifications/remind-savers.server";
import { collectionEvents, collections, mails, notifications } from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { createUser } from "../factories/user";
import { emptyDatabase } from "../helpers/empty-database";
import { WANTS_EVERYTHING } from "../helpers/notification-rules";
import { createTestDeps, type TestDeps } from "../helpers/test-deps";

let deps: TestDeps;

beforeEach(async () => {
  deps = createTestDeps();
  await emptyDatabase();
});

const BERLIN = {
  preferredLanguage: "en",
  calendar: "gregorian",
  timeZone: "Europe/Berlin",
} as const;
/** In winter, Tehran is two and a half hours ahead of Berlin. */
const BOTH = /Tehran time \(GMT\+3:30\), [^\n]*\d\d:\d\d where you are/;

async function savedBy(
  reader:
    | typeof BERLIN
    | { preferredLanguage: "en"; calendar: "gregorian"; timeZone: "Asia/Tehran" },
  hours: number,
  frequency: "daily" | "instant" = "daily",
) {
  const { id: cityId } = await createCity(deps.db, {
    slug: "tehran",
    nameEn: "Tehran",
    nameFa: "تهران",
  });
  const event = await createEvent(deps.db, {
    cityId,
    startsAt: deps.clock.now() + hours * HOUR,
    categories: ["Concert"],
    saveCount: 1,
  });
  const user = await createUser(deps.db, {
    ...reader,
    cities: ["tehran"],
    notificationPreferences: { ...WANTS_EVERYTHING, frequency },
    digestDueAt: deps.clock.now() - 1,
  });
  const id = deps.ids.next();
  await deps.db.insert(collections).values({
    id,
    ownerId: user.id,
    name: "",
    color: "saffron",
    icon: "heart",
    isDefault: true,
    createdAt: 0,
    updatedAt: 0,
  });
  await deps.db
    .insert(collectionEvents)
    .values({ collectionId: id, eventId: event.id, position: 0, createdAt: 0 });
  return { event, user };
}

describe("a time in another zone than the reader's", () => {
  it("has city, zone and the reader's local time in a digest", async () => {
    await savedBy(BERLIN, 72);
    await sendDueDigests(deps);
    const [mail] = await deps.db.select().from(mails);
    expect(mail?.text).toMatch(BOTH);
  });

  it("has them in a reminder, in the list and in the rooms", async () => {
    await savedBy(BERLIN, 12);
    await remindSavers(deps);
    await sweepDomainEvents(deps);
    const [row] = await deps.db.select().from(notifications);
    if (!row) throw new Error("There is no reminder.");
    expect(row.kind).toBe("event-reminder");
    expect(
      notificationText(row, { locale: "en", calendar: "gregorian", timeZone: "Europe/Berlin" })
        .message,
    ).toMatch(BOTH);
    // A toast comes from a room, which does not know the reader's zone.
    const texts = notificationTexts(row);
    expect(texts.en.message).toContain("Tehran time (GMT+3:30)");
    expect(texts.fa.message).toContain("به وقت تهران");
  });

  it("has them in a reminder email, in text and HTML", async () => {
    await savedBy(BERLIN, 12, "instant");
    await remindSavers(deps);
    await sweepDomainEvents(deps);
    const [mail] = await deps.db.select().from(mails);
    expect(mail?.subject).toContain("Coming up");
    expect(mail?.text).toMatch(BOTH);
    expect(mail?.html).toMatch(BOTH);
  });

  it("has no addition if the reader's clock shows the same", async () => {
    await savedBy({ ...BERLIN, timeZone: "Asia/Tehran" }, 72);
    await sendDueDigests(deps);
    const [mail] = await deps.db.select().from(mails);
    expect(mail?.text).not.toContain("where you are");
  });
});
