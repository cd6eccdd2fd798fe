import { env } from "cloudflare:test";
import { getTableName, is } from "drizzle-orm";
import { getTableConfig, SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach, describe, expect, it } from "vitest";
import { exportAccount } from "../../app/modules/identity/users/export-account.server";
import { saveFavourite } from "../../app/modules/saved/collect-event.server";
import * as schema from "../../db/schema";
import { createCity } from "../factories/city";
import { createEvent } from "../factories/event";
import { emptyEvents } from "../helpers/organizers";
import { addSignedIn } from "../helpers/people";
import { recordDatabase } from "../helpers/recording-database";
import { createTestDeps } from "../helpers/test-deps";

const deps = createTestDeps();
beforeEach(() => emptyEvents(deps));

/** Tables with personal data that an export omits, with the reason. */
const LEFT_OUT: Record<string, string> = {
  recovery_codes: "secrets, kept as hashes alone",
  user_tokens: "secrets of links that have been sent, kept as hashes for hours at most",
  audit_personal: "the details of `activity`; changes by others are in the account itself",
  event_decisions: "the person's actions are in `activity` and `planChanges`",
  city_news:
    "the news of a city, the same for all who follow it: `cityNews` has what the person did with them",
  notification_causes: "work of minutes: its results are stored with its readers",
  ingestion_runs: "work for the product, not of the person: `activity` has who began it",
  ingestion_candidates: "work for the product: `activity` has who decided",
  sources: "settings of the product: `activity` has who added and changed them",
  source_proposals: "work for the product: `activity` has who decided",
  ingestion_texts: "the pasted answer of a wizard or a run, which is no data of the person",
  import_materials: "a file of events that the person brought, kept for a day: no data of theirs",
  distinct_pairs: "work for the product: `activity` has who decided",
  door_devices: "links for phones at a door, kept as hashes until the event is over",
  door_scans: "admissions of guests, whose data these are: `rsvps` has the person's own",
  registration_changes:
    "a host's answers to guests, whose data these are: `rsvps` has the person's own",
  feature_flags: "settings of the product: `activity` has who changed them",
  scheduled_decisions: "work of seconds: `activity` has the decisions that took effect",
  case_watchers: "work of a minute: which case is open in the inbox",
  city_weeks: "picks that are public with the editor's name: `activity` has what they did",
  platform_settings: "settings of the product: `activity` has who changed them",
  notification_rules: "settings of the product: `activity` has who changed them",
  email_templates: "settings of the product: `activity` has who changed them",
  email_template_versions: "settings of the product: `activity` has who changed them",
};

const OWNERS = /^(user|owner|author|actor|creator|reporter|editor)_id$|_by$/;

const tables = (Object.values(schema) as unknown[]).filter((value): value is SQLiteTable =>
  is(value, SQLiteTable),
);

/** Whether a table refers to a user by its own column. */
function namesSomebody(table: SQLiteTable): boolean {
  const { foreignKeys, columns } = getTableConfig(table);
  return (
    columns.some(({ name }) => OWNERS.test(name)) ||
    foreignKeys.some(
      (key) => getTableName(key.reference().foreignTable) === getTableName(schema.users),
    )
  );
}

describe("the export of an account", () => {
  it("reads every table that refers to a person, or the table is listed with the reason", async () => {
    const { actor } = await addSignedIn(deps);
    const { db, statements } = recordDatabase(env.DB);
    await exportAccount({ ...deps, db }, actor);
    const said = statements.map(({ sql }) => sql).join("\n");
    const isRead = (name: string) => new RegExp(`(from|join) "${name}"`).test(said);
    const named = tables.filter(namesSomebody).map(getTableName);
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((name) => !isRead(name) && !(name in LEFT_OUT))).toEqual([]);
    const names = new Set(tables.map(getTableName));
    expect(Object.keys(LEFT_OUT).filter((name) => !names.has(name) || isRead(name))).toEqual([]);
  });

  it("contains the pictures still to be fetched for the user's events and profile, and no others", async () => {
    const { id, actor } = await addSignedIn(deps);
    const city = await createCity(deps.db);
    const own = await createEvent(deps.db, {
      cityId: city.id,
      startsAt: deps.clock.now(),
      creatorId: id,
    });
    const other = await createEvent(deps.db, {
      cityId: city.id,
      startsAt: deps.clock.now(),
      creatorId: null,
    });
    const row = { ownerId: id, dueAt: 0, createdAt: 7 };
    await deps.db.insert(schema.remotePictures).values([
      { ...row, id: "a", kind: "event", entityId: own.id, url: "https://pictures.example/own.jpg" },
      {
        ...row,
        id: "b",
        kind: "event",
        entityId: other.id,
        url: "https://pictures.example/other.jpg",
      },
      { ...row, id: "c", kind: "user", entityId: id, url: "https://pictures.example/me.jpg" },
    ]);
    await deps.db
      .insert(schema.eventSubmissions)
      .values({ eventId: own.id, creatorId: id, createdAt: 8 });
    await deps.db
      .insert(schema.calendarFeeds)
      .values({ userId: id, tokenHash: "its-hash", sealedToken: "its-token", createdAt: 9 });
    const found = new Request(deps.siteUrl, { headers: { Referer: "https://t.me/s/tehran" } });
    await saveFavourite(deps, actor, own.id, found);
    const exported = await exportAccount(deps, actor);
    expect(JSON.stringify(exported.collections)).toContain('"source":"social"');
    expect(exported).toMatchObject({
      remotePictures: [
        { eventId: own.id, url: "https://pictures.example/own.jpg", createdAt: 7 },
        { url: "https://pictures.example/me.jpg", createdAt: 7 },
      ],
      submissions: [{ eventId: own.id, createdAt: 8 }],
      calendarFeeds: [{ createdAt: 9, lastReadAt: null }],
    });
    expect(JSON.stringify(exported)).not.toMatch(/other\.jpg|its-hash|its-token/);
  });
});
