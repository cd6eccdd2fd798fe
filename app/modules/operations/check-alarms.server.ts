import { and, eq, inArray, isNull } from "drizzle-orm";
import { alarms, users } from "../../../db/schema";
import { translatorFor } from "../../i18n/messages.server";
import { MINUTE } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { paths } from "../../lib/paths";
import { describeError, log } from "../../lib/runtime/log";
import { enqueueMail, mailStatement } from "../mail/enqueue-mail.server";
import { settingsOf } from "../settings/platform-settings.server";
import {
  type AlarmName,
  alarmsFor,
  countFaults,
  NO_FAULTS,
  readBacklogs,
  readBackups,
} from "./backlogs.server";

/** How often faults are counted where that is a request to another service, ms. */
const FAULTS_EVERY = 5 * MINUTE;

/** Minutes between messages that the database is away. */
const AWAY_EVERY = 15;

interface Change {
  name: AlarmName;
  count: number;
  isOn: boolean;
}

/**
 * Each minute: raises alarms whose condition holds and ends those whose does not. Each change is
 * one email to the notification address of the settings, else to all owners, written in the same
 * batch, and one message to the operator's chat.
 */
export async function checkAlarms(deps: Deps): Promise<{ raised: number; ended: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  const countsFaults = !deps.operations || Math.floor(now / MINUTE) % (FAULTS_EVERY / MINUTE) === 0;
  const read = Promise.all([
    readBacklogs(deps),
    countsFaults ? countFaults(deps) : NO_FAULTS,
    db.select().from(alarms),
    deps.databaseBytes(),
    readBackups(deps),
  ]);
  const [backlogs, faults, on, bytes, backups] = await read.catch(async (error: unknown) => {
    await reportAway(deps);
    throw error;
  });
  const found = alarmsFor(backlogs, faults, bytes, backups);
  const raised: Change[] = [...found]
    .filter(([name]) => !on.some((alarm) => alarm.name === name))
    .map(([name, count]) => ({ name, count, isOn: true }));
  const ended: Change[] = on
    .filter(({ name }) => !found.has(name) && (countsFaults || !(name in NO_FAULTS)))
    .map(({ name }) => ({ name, count: 0, isOn: false }));
  const changes = [...raised, ...ended];
  if (changes.length === 0) return { raised: 0, ended: 0 };
  const written = await mailsOf(deps, changes, now);
  const [first, ...rest] = [
    ...raised.map(({ name, count }) =>
      db.insert(alarms).values({ name, count, raisedAt: now }).onConflictDoNothing(),
    ),
    ...ended.map(({ name }) => db.delete(alarms).where(eq(alarms.name, name))),
    ...written.flatMap(({ statements }) => statements),
  ];
  if (first) await db.batch([first, ...rest]);
  for (const { id } of written) enqueueMail(deps, id);
  await tellChat(deps, changes);
  return { raised: raised.length, ended: ended.length };
}

/** An email for each recipient and change; repeats within a minute are one. */
async function mailsOf(deps: Deps, changes: readonly Change[], now: number) {
  const { notifications } = await settingsOf(deps);
  if (!notifications.enableEmailNotifications) return [];
  const to = notifications.adminNotificationEmail;
  const people = await deps.db
    .select({
      id: users.id,
      email: users.email,
      name: users.displayName,
      locale: users.preferredLanguage,
    })
    .from(users)
    .where(
      to === ""
        ? and(inArray(users.role, ["owner"]), eq(users.isActive, true), isNull(users.deletedAt))
        : eq(users.email, to),
    );
  const readers =
    people.length > 0 || to === "" ? people : [{ id: null, email: to, name: to, locale: null }];
  return await Promise.all(
    readers.flatMap(({ id, email, name, locale }) =>
      email === null
        ? []
        : changes.map((change) =>
            mailStatement(deps, {
              kind: change.isOn ? "alarmRaised" : "alarmEnded",
              to: email,
              userId: id,
              locale,
              link: deps.siteUrl + paths.adminOperations(),
              chosen: { name },
              values: { alarm: alarmText(locale ?? "en", change.name), count: change.count },
              isSecret: false,
              idempotencyKey: `alarm:${change.name}:${change.isOn}:${Math.floor(now / MINUTE)}:${email}`,
            }),
          ),
    ),
  );
}

const alarmText = (locale: "en" | "fa", name: AlarmName): string =>
  translatorFor(locale)(`admin:operations.alarm.${name}`);

async function tellChat(deps: Deps, changes: readonly Change[]): Promise<void> {
  const lines = changes.map(
    ({ name, count, isOn }) =>
      `${isOn ? `🔴 ${alarmText("en", name)} (${count})` : `🟢 ${alarmText("en", name)}`}`,
  );
  await sendToChat(deps, [...lines, deps.siteUrl + paths.adminOperations()].join("\n"));
}

/** Alerts the chat every 15 minutes while the database does not answer: emails would need it. */
export async function reportAway({
  clock,
  siteUrl,
  alarmChat,
}: Pick<Deps, "clock" | "siteUrl" | "alarmChat">): Promise<void> {
  if (Math.floor(clock.now() / MINUTE) % AWAY_EVERY === 0)
    await sendToChat({ alarmChat }, `🔴 The database does not answer. ${siteUrl}/healthz`);
}

/** A failure is logged. */
async function sendToChat({ alarmChat }: Pick<Deps, "alarmChat">, text: string): Promise<void> {
  try {
    await alarmChat?.(text);
  } catch (error) {
    log("warn", "alarm.not-sent", describeError(error));
  }
}
