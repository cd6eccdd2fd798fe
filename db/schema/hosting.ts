import { sql } from "drizzle-orm";
import {
  check,
  index,
  integer,
  primaryKey,
  real,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import { id, instant, json, timestamps } from "./columns";
import { events } from "./events";
import { organizers } from "./hosts";
import { users } from "./users";

/** States of a registration that still may lead to a place, or have one. */
export const LIVE_STATES = ["unconfirmed", "requested", "waitlisted", "offered", "going"] as const;
/** States that end a registration; its row is kept until retention. */
export const ENDED_STATES = ["declined", "cancelled", "removed", "lapsed", "expired"] as const;
/** States that hold seats. */
export const SEATED_STATES = ["offered", "going"] as const;
export const REGISTRATION_STATES = [...LIVE_STATES, ...ENDED_STATES] as const;
export type RegistrationState = (typeof REGISTRATION_STATES)[number];

/** Who sees who comes. */
export const GUEST_LISTS = ["hosts", "guests", "count"] as const;
/** Who made a change of a registration: `system` is the clock, or the event's own change. */
export const CHANGED_AS = ["guest", "host", "system"] as const;

/** What an event and each of its showings say about their places. */
const placeColumns = () => ({
  /** Seats; null is without limit. */
  capacity: integer("capacity"),
  needsApproval: integer("needs_approval", { mode: "boolean" }).notNull().default(false),
  hasWaitlist: integer("has_waitlist", { mode: "boolean" }).notNull().default(true),
  /** People that a guest may bring, 0 to 5. */
  maxPlusOnes: integer("max_plus_ones").notNull().default(0),
  /** Minutes before the start; null opens at once. */
  opensBefore: integer("opens_before"),
  /** Minutes before the start. */
  closesBefore: integer("closes_before").notNull().default(0),
});

/** Events that take RSVPs (docs/decisions/hosting.md). */
export const eventHosting = sqliteTable("event_hosting", {
  eventId: text("event_id")
    .primaryKey()
    .references(() => events.id, { onDelete: "cascade" }),
  isOn: integer("is_on", { mode: "boolean" }).notNull().default(false),
  ...placeColumns(),
  guestList: text("guest_list", { enum: GUEST_LISTS }).notNull().default("hosts"),
  /** Days after the end of a showing until its guests are erased, 7 to 90. */
  keptDays: integer("kept_days").notNull().default(30),
  /** Whether the hosts get a mail of the day's RSVPs. */
  sendsDigest: integer("sends_digest", { mode: "boolean" }).notNull().default(true),
  ...timestamps,
});

/**
 * Showings that have registrations or settings of their own. Those without settings of their own
 * follow `event_hosting` by trigger.
 */
export const hostedShowings = sqliteTable(
  "hosted_showings",
  {
    /** `occ`: event id, slash, `original_start` of `event_occurrences`. */
    occ: text("occ").primaryKey(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    originalStart: text("original_start").notNull(),
    ...placeColumns(),
    hasOwnSettings: integer("has_own_settings", { mode: "boolean" }).notNull().default(false),
    /** Seats of `offered` and `going`. Written only by triggers. */
    taken: integer("taken").notNull().default(0),
    /** When the free places were opened to everyone, shortly before the start. */
    openedToAllAt: instant("opened_to_all_at"),
    /** When names, addresses and answers were erased. */
    erasedAt: instant("erased_at"),
  },
  (t) => [
    index("hosted_showings_of_event").on(t.eventId, t.originalStart),
    index("hosted_showings_kept").on(t.occ).where(sql`erased_at IS NULL`),
  ],
);

/** Price levels of an event without selling: paid at the door, or elsewhere by a link. */
export const hostingLevels = sqliteTable(
  "hosting_levels",
  {
    id: id(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    nameEn: text("name_en").notNull(),
    nameFa: text("name_fa"),
    price: real("price").notNull(),
    /** ISO 4217. */
    currency: text("currency").notNull(),
    /** Null: paid at the door. */
    ticketUrl: text("ticket_url"),
    /** Seats at a showing; null is without limit of its own. */
    capacity: integer("capacity"),
    /** No longer offered; kept for those who chose it. */
    retiredAt: instant("retired_at"),
  },
  (t) => [index("hosting_levels_of_event").on(t.eventId, t.position)],
);

export const QUESTION_KINDS = ["text", "choice", "yes-no"] as const;

/** A choice of a question, in each language. */
export interface QuestionChoice {
  en: string;
  fa: string | null;
}

/** What a host asks guests, at most 10 an event. */
export const hostingQuestions = sqliteTable(
  "hosting_questions",
  {
    id: id(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    position: integer("position").notNull(),
    kind: text("kind", { enum: QUESTION_KINDS }).notNull(),
    labelEn: text("label_en").notNull(),
    labelFa: text("label_fa"),
    choices: json<QuestionChoice[]>("choices", []).notNull().default([]),
    isRequired: integer("is_required", { mode: "boolean" }).notNull().default(false),
    /** No longer asked; kept with its answers. */
    retiredAt: instant("retired_at"),
  },
  (t) => [index("hosting_questions_of_event").on(t.eventId, t.position)],
);

/** Parties that want to come to a showing. */
export const registrations = sqliteTable(
  "registrations",
  {
    id: id(),
    occ: text("occ")
      .notNull()
      .references(() => hostedShowings.occ, { onDelete: "cascade" }),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** The account that made it, or whose confirmed address it has (a trigger of 0068 adopts it). */
    userId: text("user_id").references(() => users.id, { onDelete: "set null" }),
    /** Null once erased, as all that tells a person. */
    name: text("name"),
    email: text("email"),
    /** The mailbox of `email`; a showing has one live registration of each. */
    mailbox: text("mailbox"),
    locale: text("locale", { enum: ["en", "fa"] }).notNull(),
    calendar: text("calendar", { enum: ["jalali", "gregorian"] }).notNull(),
    /** The guest and those they bring. */
    seats: integer("seats").notNull(),
    levelId: text("level_id").references(() => hostingLevels.id, { onDelete: "set null" }),
    state: text("state", { enum: REGISTRATION_STATES }).notNull(),
    /** Rises with each change that makes earlier tickets invalid. */
    serial: integer("serial").notNull().default(1),
    /** Its place in line; null while unconfirmed. */
    confirmedAt: instant("confirmed_at"),
    /** End of an offer. */
    offerUntil: instant("offer_until"),
    /** Takes an offer of fewer seats than asked for. */
    takesFewer: integer("takes_fewer", { mode: "boolean" }).notNull().default(false),
    /** When a host began to hold the next free seats for this waiting party; null: it waits its turn. */
    heldAt: instant("held_at"),
    /** Lets hosts see the address. */
    sharesEmail: integer("shares_email", { mode: "boolean" }).notNull().default(false),
    /** Wants no messages of the host; changes of plan come all the same. */
    mutesMessages: integer("mutes_messages", { mode: "boolean" }).notNull().default(false),
    /** Lets guests see the name, where the host shows who comes. */
    sharesName: integer("shares_name", { mode: "boolean" }).notNull().default(false),
    /**
     * The party it was a part of, whose guest gave the place a link of its own. No reference: a backup
     * of changes has the rows of a table in any order.
     */
    broughtBy: text("brought_by"),
    remindedAt: instant("reminded_at"),
    /** Where its guest came from (`VisitSource`); null for those of before it was noted. */
    source: text("source"),
    /** The last change of state or seats: what the trigger writes into `registration_changes`. */
    changedAt: instant("changed_at").notNull(),
    changedAs: text("changed_as", { enum: CHANGED_AS }).notNull(),
    changedBy: text("changed_by"),
    changeReason: text("change_reason"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("registrations_live")
      .on(t.occ, t.mailbox)
      .where(sql`state IN ('unconfirmed', 'requested', 'waitlisted', 'offered', 'going')`),
    index("registrations_in_line").on(t.occ, t.state, t.confirmedAt, t.id),
    index("registrations_of_event").on(t.eventId, t.state, t.id),
    index("registrations_brought_by").on(t.broughtBy).where(sql`brought_by IS NOT NULL`),
    index("registrations_of_user").on(t.userId, t.id).where(sql`user_id IS NOT NULL`),
    index("registrations_of_mailbox").on(t.mailbox, t.state).where(sql`mailbox IS NOT NULL`),
    index("registrations_of_email").on(t.email).where(sql`email IS NOT NULL AND user_id IS NULL`),
    index("registrations_of_level").on(t.levelId, t.occ, t.state).where(sql`level_id IS NOT NULL`),
    index("registrations_to_lapse").on(t.offerUntil).where(sql`state = 'offered'`),
    index("registrations_to_expire").on(t.createdAt).where(sql`state = 'unconfirmed'`),
  ],
);

/** The columns of a registration that tell a person, as they are once erased. Answers go with them. */
export const ERASED_GUEST = { userId: null, name: null, email: null, mailbox: null } as const;

export const registrationAnswers = sqliteTable(
  "registration_answers",
  {
    registrationId: text("registration_id")
      .notNull()
      .references(() => registrations.id, { onDelete: "cascade" }),
    questionId: text("question_id")
      .notNull()
      .references(() => hostingQuestions.id, { onDelete: "cascade" }),
    /** The text; the number of the choice; `yes` or `no`. */
    answer: text("answer").notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.registrationId, t.questionId] }),
    index("registration_answers_of_question").on(t.questionId),
  ],
);

/**
 * Each change of state or seats of a registration, written only by triggers, in the statement that
 * makes it. Mails and webhooks follow from its rows, and so do figures by day.
 */
export const registrationChanges = sqliteTable(
  "registration_changes",
  {
    id: integer("id").primaryKey(),
    registrationId: text("registration_id")
      .notNull()
      .references(() => registrations.id, { onDelete: "cascade" }),
    eventId: text("event_id").notNull(),
    occ: text("occ").notNull(),
    /** Null: it was made. */
    fromState: text("from_state", { enum: REGISTRATION_STATES }),
    /** The same as before when only seats changed. */
    toState: text("to_state", { enum: REGISTRATION_STATES }).notNull(),
    seats: integer("seats").notNull(),
    changedAt: instant("changed_at").notNull(),
    changedAs: text("changed_as", { enum: CHANGED_AS }).notNull(),
    /** A host's account; null for guests and the clock. */
    changedBy: text("changed_by"),
    reason: text("reason"),
    /** When its mail and webhooks were written. */
    toldAt: instant("told_at"),
  },
  (t) => [
    index("registration_changes_of").on(t.registrationId, t.id),
    index("registration_changes_of_event").on(t.eventId, t.changedAt),
    index("registration_changes_untold").on(t.id).where(sql`told_at IS NULL`),
  ],
);

/**
 * What a person may do for a host besides its owner: `cohost` all but people and deletion, `guests`
 * the list and its decisions, `door` only the door, `viewer` the numbers.
 */
export const GIVEN_ROLES = ["cohost", "guests", "door", "viewer"] as const;
export type GivenRole = (typeof GIVEN_ROLES)[number];

/** What a role or an invitation is for: an event, or all events of an organizer's page. */
const hostedColumns = () => ({
  eventId: text("event_id").references(() => events.id, { onDelete: "cascade" }),
  organizerId: text("organizer_id").references(() => organizers.id, { onDelete: "cascade" }),
  role: text("role", { enum: GIVEN_ROLES }).notNull(),
});

/** People who help a host. */
export const hostPeople = sqliteTable(
  "host_people",
  {
    id: id(),
    ...hostedColumns(),
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    /** The address that was invited; the account may have another. */
    invitedEmail: text("invited_email").notNull(),
    addedBy: text("added_by").references(() => users.id, { onDelete: "set null" }),
    /** Whether they get the mails about RSVPs, where their role has the guest list. */
    getsMails: integer("gets_mails", { mode: "boolean" }).notNull().default(true),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    uniqueIndex("host_people_of_event").on(t.eventId, t.userId).where(sql`event_id IS NOT NULL`),
    uniqueIndex("host_people_of_organizer")
      .on(t.organizerId, t.userId)
      .where(sql`organizer_id IS NOT NULL`),
    index("host_people_of_user").on(t.userId, t.createdAt),
    check("host_people_one_subject", sql`(event_id IS NULL) <> (organizer_id IS NULL)`),
  ],
);

/** Invitations by mail that wait; accepted, withdrawn and purged ones leave no row. */
export const hostInvitations = sqliteTable(
  "host_invitations",
  {
    id: id(),
    ...hostedColumns(),
    email: text("email").notNull(),
    /** SHA-256 of the link's secret, hexadecimal. */
    tokenHash: text("token_hash").notNull(),
    /** Who invites: the invitation ends with their access. */
    userId: text("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
  },
  (t) => [
    uniqueIndex("host_invitations_by_token").on(t.tokenHash),
    uniqueIndex("host_invitations_of_event")
      .on(t.eventId, t.email)
      .where(sql`event_id IS NOT NULL`),
    uniqueIndex("host_invitations_of_organizer")
      .on(t.organizerId, t.email)
      .where(sql`organizer_id IS NOT NULL`),
    index("host_invitations_of_user").on(t.userId),
    index("host_invitations_to_purge").on(t.expiresAt),
    check("host_invitations_one_subject", sql`(event_id IS NULL) <> (organizer_id IS NULL)`),
  ],
);

/** `held` waits for staff, `sent` goes out at its `dueAt`; the others were never sent. */
export const HOST_MESSAGE_STATUSES = ["held", "sent", "undone", "rejected"] as const;
export const HOST_MESSAGE_AUDIENCES = ["guests", "savers"] as const;
export type HostMessageAudience = (typeof HOST_MESSAGE_AUDIENCES)[number];

/** Messages of hosts to the guests of a showing, or to those who saved an event. */
export const hostMessages = sqliteTable(
  "host_messages",
  {
    id: id(),
    eventId: text("event_id")
      .notNull()
      .references(() => events.id, { onDelete: "cascade" }),
    /** Of a showing; null is all to come. */
    originalStart: text("original_start"),
    /** `chosen`: only the guests in `chosen`. A Worker that does not know that column sends nothing. */
    audience: text("audience", { enum: [...HOST_MESSAGE_AUDIENCES, "chosen"] }).notNull(),
    /** Registrations that its host chose; null is all with a place. */
    chosen: json<string[]>("chosen", []),
    text: text("text").notNull(),
    authorId: text("author_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    status: text("status", { enum: HOST_MESSAGE_STATUSES }).notNull(),
    /** Until then its host can take it back. */
    dueAt: instant("due_at").notNull(),
    decidedBy: text("decided_by"),
    createdAt: instant("created_at").notNull(),
  },
  (t) => [
    index("host_messages_of_event").on(t.eventId, t.createdAt),
    index("host_messages_waiting").on(t.createdAt, t.id).where(sql`status = 'held'`),
    index("host_messages_by_author").on(t.authorId, t.status),
  ],
);
