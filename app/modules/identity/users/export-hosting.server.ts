import { eq } from "drizzle-orm";
import {
  hostInvitations,
  hostMessages,
  hostPeople,
  registrationAnswers,
  registrations,
} from "../../../../db/schema";
import type { Deps } from "../../../lib/deps";

/** The RSVPs of an account with their answers, for its export. */
export async function exportRegistrations({ db }: Pick<Deps, "db">, userId: string) {
  const [places, answers] = await db.batch([
    db
      .select({
        id: registrations.id,
        occ: registrations.occ,
        name: registrations.name,
        email: registrations.email,
        seats: registrations.seats,
        state: registrations.state,
        sharesEmail: registrations.sharesEmail,
        sharesName: registrations.sharesName,
        confirmedAt: registrations.confirmedAt,
        createdAt: registrations.createdAt,
      })
      .from(registrations)
      .where(eq(registrations.userId, userId)),
    db
      .select({
        registrationId: registrationAnswers.registrationId,
        questionId: registrationAnswers.questionId,
        answer: registrationAnswers.answer,
      })
      .from(registrations)
      .innerJoin(registrationAnswers, eq(registrationAnswers.registrationId, registrations.id))
      .where(eq(registrations.userId, userId)),
  ]);
  return places.map((place) => ({
    ...place,
    answers: answers
      .filter(({ registrationId }) => registrationId === place.id)
      .map(({ questionId, answer }) => ({ questionId, answer })),
  }));
}

/** The roles of an account as a helper of hosts, its invitations and messages, for its export. */
export async function exportHostRoles({ db }: Pick<Deps, "db">, userId: string) {
  const [roles, invitations, messages] = await db.batch([
    db
      .select({
        eventId: hostPeople.eventId,
        organizerId: hostPeople.organizerId,
        role: hostPeople.role,
        invitedEmail: hostPeople.invitedEmail,
        createdAt: hostPeople.createdAt,
      })
      .from(hostPeople)
      .where(eq(hostPeople.userId, userId)),
    db
      .select({
        eventId: hostInvitations.eventId,
        organizerId: hostInvitations.organizerId,
        role: hostInvitations.role,
        email: hostInvitations.email,
        createdAt: hostInvitations.createdAt,
        expiresAt: hostInvitations.expiresAt,
      })
      .from(hostInvitations)
      .where(eq(hostInvitations.userId, userId)),
    db
      .select({
        eventId: hostMessages.eventId,
        originalStart: hostMessages.originalStart,
        audience: hostMessages.audience,
        text: hostMessages.text,
        status: hostMessages.status,
        createdAt: hostMessages.createdAt,
      })
      .from(hostMessages)
      .where(eq(hostMessages.authorId, userId)),
  ]);
  return { roles, invitations, messages };
}
