import { DAY } from "../../app/lib/dates/durations";
import type { Deps } from "../../app/lib/deps";
import { EMPTY_EVENT_VALUES } from "../../app/lib/event/event-fields";
import type { Actor, Role } from "../../app/lib/permissions";
import type { EventInput } from "../../app/modules/authoring/schema";
import { sessions } from "../../db/schema";
import { createCity } from "../factories/city";
import { createUser } from "../factories/user";
import { emptyDatabase } from "./empty-database";
import { TUESDAY } from "./test-deps";

/** Deletes all rows. */
export const emptyEvents: (deps: Pick<Deps, "db">) => Promise<void> = emptyDatabase;

/**
 * Inserts a user with an open session and returns it as an actor. @param trustScore 10 is a new user, 40 regular, 70
 * trusted, -10 low trust
 */
export async function addActor(
  { db }: Pick<Deps, "db">,
  role: Role = "user",
  trustScore = 10,
): Promise<Actor> {
  const { id } = await createUser(db, { role, timeZone: "Asia/Tehran", trustScore });
  const sessionId = crypto.randomUUID();
  await db.insert(sessions).values({
    id: sessionId,
    userId: id,
    tokenHash: null,
    userAgent: "A browser",
    createdAt: 0,
    lastSeenAt: 0,
    expiresAt: Number.MAX_SAFE_INTEGER,
    endsAt: Number.MAX_SAFE_INTEGER,
  });
  return { id, role, isVerified: true, sessionId };
}

/** Complete input of an event in ten days. */
export function written(changes: Partial<EventInput> = {}): EventInput {
  return {
    ...EMPTY_EVENT_VALUES,
    title: { en: "A Night of Kamancheh", fa: "شب کمانچه" },
    description: { en: "Two players and a long winter evening.", fa: null },
    venue: { en: "Roudaki Hall", fa: "تالار رودکی" },
    city: "tehran",
    startsAt: new Date(TUESDAY + 10 * DAY).toISOString(),
    endsAt: new Date(TUESDAY + 10 * DAY + 7_200_000).toISOString(),
    price: 0,
    categories: ["Concert"],
    tags: ["kamancheh"],
    ...changes,
  };
}

/** Tehran without events, with an organizer and a moderator. */
export async function authorsInTehran(deps: Deps): Promise<{ author: Actor; moderator: Actor }> {
  await emptyEvents(deps);
  await createCity(deps.db, { slug: "tehran", nameEn: "Tehran", timeZone: "Asia/Tehran" });
  return { author: await addActor(deps), moderator: await addActor(deps, "moderator") };
}
