import { localized } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { AppError } from "~/lib/errors";
import type { SignedInContext } from "~/lib/http/request-context";
import { CSV_START, csvLine, csvResponse } from "~/lib/text/csv";
import { exportGuests } from "~/modules/hosting/guest-list.server";
import { guestAnswer, startOfShowing } from "./present-guest.server";

/** Answer of `/my-events/{id}/guests.csv` and `.json`. @throws AppError("not-found") */
export async function guestFile(context: SignedInContext, eventId: string, name: string) {
  const { deps, signedIn } = context;
  const format = name === "guests.csv" ? "csv" : name === "guests.json" ? "json" : null;
  if (!format) throw new AppError("not-found");
  const guests = await exportGuests(deps, signedIn, eventId, format);
  if (format === "csv") return csvResponse(csvOf(guests, context), "guests.csv");
  return Response.json(
    guests.map((guest) => ({
      id: guest.id,
      originalStart: startOfShowing(guest.occ),
      state: guest.state,
      seats: guest.seats,
      came: guest.came,
      name: guest.name,
      email: guest.email,
      level: guest.level?.en ?? null,
      answers: guest.answers.map(({ question, answer }) => ({
        question: question.labelEn,
        answer: guestAnswer(question, answer, "en"),
      })),
    })),
    {
      headers: {
        "Content-Disposition": 'attachment; filename="guests.json"',
        "Cache-Control": "private, no-store",
      },
    },
  );
}

function csvOf(
  guests: Awaited<ReturnType<typeof exportGuests>>,
  { locale }: SignedInContext,
): string {
  const t = translatorFor(locale);
  const questions = [
    ...new Map(
      guests.flatMap(({ answers }) => answers.map(({ question }) => [question.id, question])),
    ).values(),
  ];
  const head = [
    t("guests:column.showing"),
    t("guests:column.name"),
    t("guests:column.state"),
    t("guests:column.seats"),
    t("guests:column.came"),
    t("guests:column.level"),
    t("guests:column.email"),
    ...questions.map(({ labelEn, labelFa }) => localized({ en: labelEn, fa: labelFa }, locale)),
  ];
  const lines = guests.map((guest) => [
    startOfShowing(guest.occ).replace("T", " "),
    guest.name,
    t(`guests:state.${guest.state}`),
    guest.seats,
    guest.came,
    guest.level && localized(guest.level, locale),
    guest.email,
    ...questions.map(({ id }) => {
      const found = guest.answers.find(({ question }) => question.id === id);
      return found ? guestAnswer(found.question, found.answer, locale) : null;
    }),
  ]);
  return CSV_START + [head, ...lines].map(csvLine).join("");
}
