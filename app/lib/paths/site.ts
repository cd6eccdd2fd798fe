import type { Locale } from "../../i18n/locale";
import type { CoverLook } from "../drawing/cover";
import type { CityCoverRatio, CoverForm, CoverShape, SceneName } from "../drawing/cover-address";
import { type FeedFormat, type LegalPage, type Query, withQuery } from "./parts";

export const home = () => "/";
export const events = (query?: Query) => withQuery("/events", query);
/** @param query `at`: one of its dates, by its original start */
export const event = (id: string, query?: { at?: string | null }) =>
  withQuery(`/events/${id}`, query);
export const eventIcs = (id: string, query?: { at?: string | null }) =>
  withQuery(`/events/${id}/ics`, query);
/** The form for a place at an event. @param query `at`: one of its dates, by its original start */
export const rsvpForm = (id: string, query?: { at?: string | null; sent?: boolean }) =>
  withQuery(`/events/${id}/rsvp`, query);
/** How many places an event has left, for its button. */
export const rsvpPlaces = (id: string, query?: { at?: string | null }) =>
  withQuery(`/events/${id}/places.json`, query);
/** A guest's own registration. */
export const rsvp = (token: string) => `/rsvp/${token}`;
export const rsvpData = (token: string) => `/rsvp/${token}/data.json`;
/** Where an event's host says how many may come, and what they are asked. */
export const hostSettings = (id: string, query?: { at?: string | null }) =>
  withQuery(`/my-events/${id}/rsvp`, query);
/** Counts the click and leaves for the organizer's site. */
export const eventTickets = (id: string, query?: { at?: string | null }) =>
  withQuery(`/events/${id}/tickets`, query);
/** Counts and leaves for the calendar of that service. */
export const eventCalendar = (
  id: string,
  service: "google" | "outlook",
  query?: { at?: string | null },
) => withQuery(`/events/${id}/calendar/${service}`, query);
export const eventShare = (id: string) => `/events/${id}/share`;
/** Where the events of a list are, by its parameters. */
export const mapPoints = (query: Query) => withQuery("/maps/points.json", query);
/** Names of cities and of places in them. */
export const mapNames = (locale: Locale) => `/maps/names/${locale}.json`;
export const mapStreets = (name: string) => `/maps/streets/${name}.pmtiles`;
export const cities = (query?: Query) => withQuery("/cities", query);
/** The API's suggestions for a search box. */
/** Where a messenger hands on what people write to its bot. */
export const apiBot = (service: string, key: string) => `/api/v1/bots/${service}/${key}`;
export const apiSuggestions = (query?: Query) => withQuery("/api/v1/suggestions", query);
export const city = (slug: string, query?: Query) => withQuery(`/cities/${slug}`, query);
export const venue = (citySlug: string, slug: string, query?: Query) =>
  withQuery(`/venues/${citySlug}/${slug}`, query);
export const venueFeed = (citySlug: string, slug: string, format: FeedFormat, query?: Query) =>
  withQuery(`/venues/${citySlug}/${slug}/events.${format}`, query);
export const organizer = (slug: string, query?: Query) => withQuery(`/organizers/${slug}`, query);
export const organizerFeed = (slug: string, format: FeedFormat, query?: Query) =>
  withQuery(`/organizers/${slug}/events.${format}`, query);
/**
 * The picks of a city's week; without one its latest. @param week `1405-35`, or `2026-47` outside
 * Iran and Afghanistan
 */
export const cityWeek = (slug: string, week?: string, query?: Query) =>
  withQuery(`/cities/${slug}/week${week ? `/${week}` : ""}`, query);
export const cityWeekFeed = (slug: string, format: FeedFormat, query?: Query) =>
  withQuery(`/cities/${slug}/week.${format}`, query);
/** Where a subscription to weekly picks is confirmed and ended, without signing in. */
export const weekSubscription = (token?: string) => withQuery("/weekly", { token });
export const discover = (query?: Query) => withQuery("/discover", query);
export const categories = () => "/categories";
export const category = (slug: string, query?: Query) => withQuery(`/categories/${slug}`, query);
export const howItWorks = () => "/how-it-works";
export const help = (query?: Query) => withQuery("/help", query);
export const legal = (page: LegalPage) => `/legal/${page}`;
export const feedbackDemo = (query?: Query) => withQuery("/feedback-demo", query);
export const changelog = () => "/changelog";
export const preferences = () => "/preferences";
/** Where the reader chooses their city. @param returnTo where the choice leads back to */
export const myCity = (returnTo?: string) => withQuery("/my-city", { returnTo });
/**
 * @param returnTo where to go once signed in; @param ended whether the session that there was has
 * ended
 */
export const login = (returnTo?: string, ended?: boolean) =>
  withQuery("/login", { returnTo: returnTo === "/" ? null : returnTo, ended });
/** Asks a signed-in user to log in again. */
export const loginAgain = (returnTo: string) => withQuery("/login", { again: true, returnTo });
export const loginSecondFactor = (returnTo?: string, isRecovery?: boolean) =>
  withQuery("/login/two-factor", {
    returnTo: returnTo === "/" ? null : returnTo,
    recovery: isRecovery,
  });
/** Without a token: the page that requests a sign-in link. */
export const loginLink = ({
  returnTo,
  ...query
}: {
  token?: string;
  sent?: boolean;
  returnTo?: string;
}) => withQuery("/login/link", { ...query, returnTo: returnTo === "/" ? null : returnTo });
export const loginGoogle = (returnTo?: string, isAgain?: boolean) =>
  withQuery("/login/google", { again: isAgain, returnTo: returnTo === "/" ? null : returnTo });
/** Gives the login page's script a challenge for a passkey. */
export const loginPasskeyOptions = () => "/login/passkey-options";
/** Passkey creation options for the security page's script. */
export const accountPasskeyOptions = () => "/account/security/passkey-options";
export const googleCallback = () => "/login/google/callback";
export const logout = () => "/logout";
export const signUp = (returnTo?: string) =>
  withQuery("/signup", { returnTo: returnTo === "/" ? null : returnTo });
/** Consent to a new account after a Google sign-in. */
export const signUpGoogle = (returnTo?: string) =>
  withQuery("/signup/google", { returnTo: returnTo === "/" ? null : returnTo });
/** Without a token: the page that requests a new link. */
export const verifyEmail = (token?: string, returnTo?: string) =>
  withQuery("/verify-email", { token, returnTo: returnTo === "/" ? null : returnTo });
/** After signing up, where the account is only made once the link is opened. */
/** The page of a confirmation link with the form for a new password. */
export const verifyEmailAnew = (token: string, returnTo: string) =>
  withQuery("/verify-email", { token, new: "1", returnTo: returnTo === "/" ? null : returnTo });

export const signUpPostponed = () => withQuery("/verify-email", { postponed: true });
export const forgotPassword = (query?: { sent?: boolean }) => withQuery("/forgot-password", query);
export const resetPassword = (token?: string) => withQuery("/reset-password", { token });
/** "It was not me", from a mail about a changed factor; without a token: the result. */
export const endSessions = (token?: string) => withQuery("/end-sessions", { token });
/** The list of a query to subscribe to. */
export const eventsFeed = (format: FeedFormat, query?: Query) =>
  withQuery(`/events.${format}`, query);
export const cityFeed = (slug: string, format: FeedFormat, query?: Query) =>
  withQuery(`/cities/${slug}/events.${format}`, query);
export const categoryFeed = (slug: string, format: FeedFormat, query?: Query) =>
  withQuery(`/categories/${slug}/events.${format}`, query);
export const collectionFeed = (id: string, format: FeedFormat, query?: Query) =>
  withQuery(`/collections/${id}/events.${format}`, query);
/** A user's private calendar feed; the token authorizes. */
export const privateCalendar = (token: string) => `/calendar/${token}.ics`;
/** My Calendar. */
export const calendar = (query?: Query) => withQuery("/events", { view: "calendar", ...query });
export const embedBuilder = (query?: Query) => withQuery("/embed", query);
export const developers = () => "/developers";
export const oembed = (query?: Query) => withQuery("/oembed", query);
export const embedEvents = (query?: Query) => withQuery("/embed/events", query);
export const embedScript = () => "/embed.js";
export const account = () => "/account";
export const accountSecurity = (query?: Query) => withQuery("/account/security", query);
export const accountData = () => "/account/data";
/** Where an account that waits to be deleted lands after signing in. */
export const keepAccount = (returnTo?: string) =>
  withQuery("/account/keep", { returnTo: returnTo === "/" ? null : returnTo });
export const accountExport = () => "/account/export.json";
export const accountPreferences = (query?: Query) => withQuery("/account/preferences", query);
export const accountCalendar = () => "/account/calendar";
export const accountWebhooks = () => "/account/webhooks";
export const accountWebhook = (id: string) => `/account/webhooks/${id}`;
/** Pages of venues and organizers that the account looks after or has claimed. */
export const accountPages = () => "/account/pages";
export const accountPage = (hostId: string) => `/account/pages/${hostId}`;
export const accountFollows = (query?: Query) => withQuery("/account/follows", query);
/** The form of the follow buttons. A GET returns here after signing in. */
/** Where a signed-in person sees less of something on the home page. */
export const forYou = () => "/for-you";
export const follow = (query?: Query) => withQuery("/follow", query);
export const onboarding = (step = 1) => `/onboarding/${step}`;
/** An uploaded file. */
export const media = (key: string) => `/media/${key}`;
export const user = (id: string) => `/users/${id}`;
export const hostPage = (id: string, query?: Query) => withQuery(`/my-events/${id}`, query);
export const hostMessages = (id: string, query?: Query) =>
  withQuery(`/my-events/${id}/messages`, query);
export const guestFile = (id: string, format: "csv" | "json") =>
  `/my-events/${id}/files/guests.${format}`;
export const myEvents = (query?: Query) => withQuery("/my-events", query);
export const collections = () => "/collections";
export const newCollection = () => "/collections/new";
export const collection = (id: string, query?: Query) => withQuery(`/collections/${id}`, query);
export const editCollection = (id: string, query?: Query) =>
  withQuery(`/collections/${id}/edit`, query);
/** The user's collections that contain the event. */
export const eventCollections = (id: string) => `/events/${id}/collections`;
/** The heart's form. */
export const eventFavourite = (id: string) => `/events/${id}/favourite`;
/** What the reader has saved, in the account or on this device. */
export const saved = (query?: Query) => withQuery("/saved", query);
/** The same as a calendar file. */
export const savedIcs = () => "/saved/ics";
export const createEvent = () => "/events/create";
/** For scripts: previews the form and stores drafts. */
export const liveEventForm = (id: string | null) => withQuery("/events/create/live", { event: id });
/** The short form for phones, and what remains to do with a draft from it. */
export const quickEvent = (query?: Query) => withQuery("/events/create/quick", query);
export const finishEvent = (id: string) => `/events/${id}/finish`;
/** @param query `receipt`: the material whose receipt is shown; `url`: an address to begin with */
export const importEvent = (query?: Query) => withQuery("/events/import", query);
/** @param query `imported`: values that the import changed or dropped */
export const editEvent = (id: string, query?: Query) => withQuery(`/events/${id}/edit`, query);
export const deleteEvent = (id: string) => `/events/${id}/delete`;
export const changePlan = (id: string, query?: Query) => withQuery(`/events/${id}/change`, query);
export const reviewPlan = (id: string, query?: Query) =>
  withQuery(`/events/${id}/change/review`, query);
export const reportEvent = (id: string) => `/events/${id}/report`;
export const notifications = (query?: Query) => withQuery("/notifications", query);
/** The endpoint of the bell's script. */
export const notificationsPanel = (query?: Query) => withQuery("/notifications/panel", query);
export const serviceWorker = () => "/sw.js";
/** The door's own, for pages below `doors`. */
export const doorServiceWorker = () => "/door-sw.js";
export const doors = () => "/door/";
/** The door of a showing on a phone. @param key of its link */
export const door = (key: string, query?: Query) => withQuery(`/door/${key}`, query);
export const doorList = (key: string, query?: Query) => withQuery(`/door/${key}/list`, query);
export const doorScans = (key: string) => `/door/${key}/scans`;
/** The address in a ticket's QR code. */
export const ticket = (code: string) => `/t/${code}`;
/** Devices at an event's doors, and what their scans left to decide. */
export const eventDoors = (eventId: string) => `/my-events/${eventId}/door`;
/** Who helps with an event, and invitations. */
export const eventPeople = (eventId: string) => `/my-events/${eventId}/people`;
/** The same of an organizer's page, for all its events. */
export const hostPeople = (hostId: string) => `/account/pages/${hostId}/people`;
/** Where an invitation to help is accepted. */
export const hostInvitation = (token: string) => `/invitations/${token}`;
/** The page that the service worker shows without a network. */
export const offline = (locale?: Locale) => withQuery("/offline", { lang: locale });
/** Ends news by mail without signing in. */
export const unsubscribe = (token?: string, query?: Query) =>
  withQuery("/unsubscribe", { token, ...query });
/** The tracking picture of a mail whose reader allows it. */
export const mailOpened = (mail: string, token: string) =>
  withQuery("/mail/opened.gif", { mail, token });
/** A link in such a mail. @param to path of the product */
export const mailClicked = (mail: string, to: string, token: string) =>
  withQuery("/mail/link", { mail, to, token });
/** The sitemap; past 50,000 addresses an index of its parts, which count from 1. */
export const sitemap = (part?: number) => withQuery("/sitemap.xml", { part });
export const openSearch = () => "/opensearch.xml";
export const webManifest = (locale: Locale) => `/manifest.webmanifest?lang=${locale}`;
export const api = () => "/api/v1";
/** Gives the browser's own calls an identity token for the session cookie (decisions.md §5). */
export const sessionToken = () => "/api/v1/auth/session-token";
/** The reference: a tag's page, an operation's or an object's; without a name its first page. */
export const apiDocs = (name?: string) => (name ? `/api/v1/docs/${name}` : "/api/v1/docs");
export const openapi = () => "/api/v1/openapi.json";
/** The cover of an event: a motif in a composition of a palette. */
export const motifCover = ({ motif, palette, composition }: CoverLook, shape: CoverShape) =>
  `/covers/motif/${motif}-${palette}-${composition}${shape === "card" ? "" : `-${shape}`}.svg`;
/** A girih for events. @param category its slug; null for those without one */
export const girihCover = (number: number, form: CoverForm, category: string | null) =>
  `/covers/${category ?? "any"}/${number}${form === "card" ? "" : `-${form}`}.svg`;
/** A cover of our own pages. */
export const sceneCover = (name: SceneName) => `/covers/scene/${name}.svg`;
/** A city's picture, upright by default; wide ones show more land at both sides. */
export const cityCover = (slug: string, ratio: CityCoverRatio = 0.8) =>
  `/covers/city/${slug}${ratio === 0.8 ? "" : `_${ratio * 10}`}.svg`;
/**
 * The same page in the given language, as a link that search engines and people without scripts can
 * follow.
 */
export const inLanguage = (path: string, locale: Locale) => {
  const url = new URL(path, "http://path.invalid");
  url.searchParams.set("lang", locale);
  return url.pathname + url.search;
};
/** The staff area, which the account menu links to. */
export const adminDashboard = () => "/admin/dashboard";
