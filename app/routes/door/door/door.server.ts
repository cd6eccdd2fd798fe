import { type AppLoadContext, data, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { formatDate, formatTime } from "~/lib/dates/dates.server";
import {
  type DoorState,
  doorFiguresOf,
  doorStateOf,
  findDoorGuests,
  recentScansOf,
  resultOfGuest,
  resultOfTicket,
} from "~/lib/door/door-views";
import { AppError } from "~/lib/errors";
import { WITHOUT_REFERRER } from "~/lib/http/conditional-response.server";
import { formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { foldDigits } from "~/lib/text/digits";
import {
  type Door,
  doorOfPass,
  doorRole,
  enterDoor,
  findDoor,
} from "~/modules/hosting/door/devices.server";
import { readDoorList } from "~/modules/hosting/door/read-door-list.server";
import { type Doorkeeper, recordScans } from "~/modules/hosting/door/scans.server";
import { openTicket } from "~/modules/hosting/door/tickets.server";
import { readSecretCookie, secretCookie } from "~/modules/identity/sessions.server";

export type DoorPageData = Awaited<ReturnType<typeof doorLoader>>;
export type DoorPlace = DoorPageData["place"];
export type OpenDoorData = NonNullable<DoorPageData["open"]>;

/** The door that a browser may open by the key in the address, else null: it asks for the PIN. */
async function enteredDoor({ deps }: AppLoadContext, request: Request, key: string) {
  const secret = readSecretCookie("door", request);
  return secret?.startsWith(`${key}.`) ? doorOfPass(deps, secret) : null;
}

/** @throws AppError("unauthorized") where the browser has not given the PIN */
export async function requireDoor(
  context: AppLoadContext,
  request: Request,
  key: string,
): Promise<Door> {
  const door = await enteredDoor(context, request, key);
  if (!door) throw new AppError("unauthorized");
  return door;
}

/** The device with the host who is signed in on it, if one is. */
export async function keeperOf(
  { deps, signedIn }: AppLoadContext,
  door: Door,
): Promise<Doorkeeper> {
  const isHost = (await doorRole(deps, signedIn, door.eventId)) === "host";
  const { occ, eventId, deviceId } = door;
  return { occ, eventId, deviceId, hostId: isHost && signedIn ? signedIn.id : null };
}

const showingText = ({ locale, calendar }: AppLoadContext, at: number, timeZone: string) =>
  `${formatDate(at, timeZone, { locale, calendar }, { year: false })} ${formatTime(at, timeZone, locale)}`;

/** What a page without JavaScript shows of the list; the whole list is never in a page. */
async function shownOf({ deps }: AppLoadContext, state: DoorState, search: URLSearchParams) {
  const [typed, guest, code] = ["q", "guest", "ticket"].map((name) => search.get(name) ?? "");
  const result = code
    ? resultOfTicket(state, await openTicket(deps, code))
    : guest
      ? resultOfGuest(state, guest)
      : null;
  return {
    figures: doorFiguresOf(state),
    typed: typed ?? "",
    ...findDoorGuests(state, typed ?? ""),
    result,
    recent: recentScansOf(state).slice(0, 5),
    levels: state.list.levels,
    devices: state.list.devices,
    showings: state.list.showings,
    now: state.list.readAt,
  };
}

/** Data of the door's page: a form for the PIN, or the door. @throws AppError("not-found") */
export async function doorLoader(context: AppLoadContext, request: Request, key: string) {
  const { deps, locale, calendar } = context;
  const t = translatorFor(locale);
  const found = await findDoor(deps, key);
  if (!found) throw new AppError("not-found");
  const door = await enteredDoor(context, request, key);
  const title = localized(found.title, locale);
  const head = pageHead(context, paths.doors(), {
    title: t("door:title", { title }),
    description: t("door:pin.lead"),
    noindex: true,
  });
  const place = {
    key,
    title,
    device: found.name,
    starts: showingText(context, found.startsAt, found.timeZone),
    timeZone: found.timeZone,
    calendar,
    theme: context.theme,
  };
  if (!door) return { head, place, open: null };
  const state = doorStateOf(await readDoorList(deps, door, null));
  return {
    head,
    place,
    open: {
      deviceId: door.deviceId,
      erasesAt: door.erasesAt,
      isHost: (await keeperOf(context, door)).hostId !== null,
      ...(await shownOf(context, state, new URL(request.url).searchParams)),
    },
  };
}

async function enter(context: AppLoadContext, request: Request, key: string, pin: string) {
  return formAnswer(context, { sentences: { invalid: "door:pin.wrong" } }, async () => {
    const secret = await enterDoor(context.deps, key, foldDigits(pin).replace(/\D/g, ""));
    if (secret === null) throw new AppError("invalid");
    return redirect(inLanguageOf(request, paths.door(key)), {
      status: 303,
      headers: { "Set-Cookie": secretCookie("door", request, secret), ...WITHOUT_REFERRER },
    });
  });
}

const countOf = (form: FormData, name: string): number => {
  const count = Number(fieldOf(form, name));
  if (!Number.isInteger(count) || count < 1 || count > 255) throw new AppError("bad-request");
  return count;
};

/** The forms of the door's page. */
export async function doorAction(context: AppLoadContext, request: Request, key: string) {
  const form = await readForm(request);
  const intent = fieldOf(form, "intent");
  if (intent === "enter") return enter(context, request, key, fieldOf(form, "pin"));
  const leave = (address: string, headers: HeadersInit = {}) =>
    redirect(inLanguageOf(request, address), {
      status: 303,
      headers: { ...headers, ...WITHOUT_REFERRER },
    });
  if (intent === "leave")
    return leave(paths.home(), { "Set-Cookie": secretCookie("door", request, null) });
  const door = await enteredDoor(context, request, key);
  if (!door) return leave(paths.door(key));
  const keeper = await keeperOf(context, door);
  const id = context.deps.ids.next();
  const registrationId = fieldOf(form, "registration");
  const scan = {
    ...{ id, registrationId, undoes: null, n: 1, seats: 1, serial: null },
    ...{ at: context.deps.clock.now(), isOffline: false, isOverride: false },
  };
  if (intent === "admit" || intent === "override") {
    const answers = await recordScans(context.deps, keeper, [
      { ...scan, kind: "in", n: countOf(form, "n"), isOverride: intent === "override" },
    ]);
    // The last scans are there with what takes them back; a refusal is the verdict on the party.
    const isIn = answers[id] === "recorded";
    return leave(paths.door(key, isIn ? undefined : { guest: registrationId }));
  }
  if (intent !== "undo") throw new AppError("bad-request");
  await recordScans(context.deps, keeper, [
    { ...scan, kind: "undo", undoes: fieldOf(form, "scan") },
  ]);
  return leave(paths.door(key));
}

/** The page with the headers of an address that is a secret. */
export const doorPage = async (context: AppLoadContext, request: Request, key: string) =>
  data(await doorLoader(context, request, key), { headers: WITHOUT_REFERRER });
