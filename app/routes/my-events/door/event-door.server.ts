import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import { formatAgo } from "~/lib/dates/written-times.server";
import { QUIET_ZONE, qrPath } from "~/lib/drawing/qr-path";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import {
  assertRunsDoor,
  createDoorDevice,
  doorRole,
  listDoorDevices,
  listDoorShowings,
  revokeDoorDevice,
} from "~/modules/hosting/door/devices.server";
import { type DoorConflict, readDoorReport } from "~/modules/hosting/door/door-report.server";
import { recordScans } from "~/modules/hosting/door/scans.server";
import { showingKey } from "~/modules/hosting/registration-statements.server";
import { hostHead } from "../host-head.server";

/** A conflict in words, with the scan that a host may take back. */
function presentConflict(
  { kind, scan, first, people, name, device, firstDevice }: DoorConflict,
  { locale, calendar }: SignedInContext,
  timeZone: string,
) {
  const t = translatorFor(locale);
  const time = (at: number) =>
    `${formatDate(at, timeZone, { locale, calendar }, { weekday: false, year: false })} ${formatTime(at, timeZone, locale)}`;
  const values = {
    people: t("door:result.people", { count: people }),
    name: name ?? t("door:guest.unnamed"),
    device: device ?? t("door:host"),
    time: time(scan.at),
    firstDevice: firstDevice ?? t("door:host"),
    firstTime: time(first?.at ?? scan.at),
  };
  return {
    id: `${kind} ${scan.id}`,
    scan: scan.id,
    registration: scan.registrationId,
    title: t(`door:conflicts.${kind}`),
    text: t(kind === "twice" ? "door:conflicts.twiceText" : "door:conflicts.flagText", values),
  };
}

/** Data of the page of an event's doors. @throws AppError("not-found") for all but its hosts */
export async function eventDoorLoader(context: SignedInContext, eventId: string) {
  const { deps, signedIn, locale, calendar } = context;
  await assertRunsDoor(deps, signedIn, showingKey(eventId, ""));
  const t = translatorFor(locale);
  const now = deps.clock.now();
  const [{ timeZone, showings }, devices, report, role, of] = await Promise.all([
    listDoorShowings(deps, eventId),
    listDoorDevices(deps, eventId),
    readDoorReport(deps, eventId),
    doorRole(deps, signedIn, eventId),
    hostHead(context, eventId, "door"),
  ]);
  const nameOf = (at: number) =>
    `${formatDate(at, timeZone, { locale, calendar }, { year: false })} ${formatTime(at, timeZone, locale)}`;
  return {
    head: pageHead(context, paths.eventDoors(eventId), {
      title: t("door:devices.title"),
      description: t("door:devices.lead"),
      noindex: true,
    }),
    of,
    showings: showings.map(({ occ, startsAt }) => ({ value: occ, label: nameOf(startsAt) })),
    figures: showings.flatMap(({ occ, startsAt }) => {
      const count = report.inside.get(occ);
      return count === undefined
        ? []
        : [{ occ, name: nameOf(startsAt), text: t("door:devices.inside", { count }) }];
    }),
    devices: devices.map(({ id, occ, name, lastSeenAt, readyAt }) => {
      const ago = (at: number) => formatAgo(at, now, { locale, calendar }, timeZone);
      const showing = showings.find((each) => each.occ === occ);
      const seen =
        lastSeenAt === null
          ? t("door:devices.never")
          : t("door:devices.seen", { time: ago(lastSeenAt) });
      return {
        id,
        name,
        about: showing ? `${nameOf(showing.startsAt)} · ${seen}` : seen,
        isReady: readyAt !== null,
        ready:
          readyAt === null
            ? t("door:devices.notReady")
            : t("door:devices.ready", { time: ago(readyAt) }),
      };
    }),
    /** For those who may decide about them. */
    conflicts:
      role === "host"
        ? report.conflicts.map((conflict) => presentConflict(conflict, context, timeZone))
        : [],
  };
}

/** A link that was made, which is shown once. */
const presentLink = (origin: string, name: string, { key, pin }: { key: string; pin: string }) => {
  const link = origin + paths.door(key);
  return { name, link, pin, code: qrPath(link, QUIET_ZONE) };
};

/** The forms of the page: a new device, its end, and the end of a conflict. */
export async function eventDoorAction(context: SignedInContext, request: Request, eventId: string) {
  const { deps, signedIn, origin } = context;
  await assertRunsDoor(deps, signedIn, showingKey(eventId, ""));
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  const back = inLanguageOf(request, paths.eventDoors(eventId));
  const done = (message: "door:devices.revoked" | "door:conflicts.undone") =>
    redirectWithToast(request, back, { kind: "success", text: message });
  if (intent === "add") {
    const [occ, name] = [fieldOf(form, "showing"), fieldOf(form, "name")];
    return formAnswer(
      context,
      { form: "device", values: { name }, conflict: "door:devices.full" },
      async () => ({
        made: presentLink(
          origin,
          name.trim(),
          await createDoorDevice(deps, signedIn, { occ, name }),
        ),
      }),
    );
  }
  if (intent === "revoke") {
    await revokeDoorDevice(deps, signedIn, fieldOf(form, "device"));
    return done("door:devices.revoked");
  }
  if (intent !== "undo") throw new AppError("bad-request");
  if ((await doorRole(deps, signedIn, eventId)) !== "host") throw new AppError("forbidden");
  const report = await readDoorReport(deps, eventId);
  const scan = report.conflicts.find(({ scan }) => scan.id === fieldOf(form, "scan"))?.scan;
  if (!scan) return redirect(back, 303);
  await recordScans(
    deps,
    { occ: report.occOf(scan), eventId, deviceId: null, hostId: signedIn.id },
    [
      {
        ...{ id: deps.ids.next(), registrationId: scan.registrationId, kind: "undo" },
        ...{ undoes: scan.id, n: scan.n, seats: scan.seats, serial: null },
        ...{ at: deps.clock.now(), isOffline: false, isOverride: false },
      },
    ],
  );
  return done("door:conflicts.undone");
}
