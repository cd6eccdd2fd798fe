import { type Connection, type ConnectionContext, Server, type WSMessage } from "partyserver";
import { currentTime } from "./current-time";
import { cityExists, cityOfEvent, openSessions } from "./lookups";
import { MessageLimiter } from "./message-limiter";
import {
  type CityNotification,
  type ClientMessage,
  type EventChanged,
  encode,
  type NotificationMessage,
  readMessage,
} from "./protocol";
import { deliver, dismiss, refuse, type SocketLocale } from "./refusals";
import { findPlace, shardName } from "./shards";

/** Set by the Worker after authentication; values from outside are dropped. */
export const SESSION_HEADER = "X-Rooydad-Session";
/** The listener's language, set by the Worker. */
export const LOCALE_HEADER = "X-Rooydad-Locale";

/** The listener's `NotificationTopics` as JSON, set by the Worker. */
export const TOPICS_HEADER = "X-Rooydad-Topics";

/** Topics whose new events the user follows. */
export interface NotificationTopics {
  /** Slugs. */
  cities: readonly string[];
  /** As in `user_topics`. */
  interests: readonly string[];
}

/** Limit of cities per socket: its state must fit a 16 kB attachment. */
const MAX_CITIES = 20;
const MAX_EVENTS = 50;
const SHARD = "shard:";

interface Listener {
  sessionId: string;
  locale: SocketLocale;
  topics: NotificationTopics;
  cities: readonly string[];
  /** Each with its city, whose room announces its changes. */
  events: readonly (readonly [id: string, city: string])[];
}

type UserConnection = Connection<Listener>;

const follows = (state: Listener, city: string): boolean =>
  state.cities.includes(city) ||
  state.topics.cities.includes(city) ||
  state.events.some(([, of]) => of === city);

function readTopics(text: string | null): NotificationTopics {
  const { cities, interests } = JSON.parse(text ?? "{}") as Partial<NotificationTopics>;
  return { cities: (cities ?? []).slice(0, MAX_CITIES), interests: interests ?? [] };
}

/** A user's own room. The Worker admits its user only; the room closes other sockets. */
export class UserRoom extends Server<Env> {
  static override options = { hibernate: true };

  readonly #limiter = new MessageLimiter();

  override async onConnect(
    connection: UserConnection,
    { request }: ConnectionContext,
  ): Promise<void> {
    const sessionId = request.headers.get(SESSION_HEADER);
    const locale = request.headers.get(LOCALE_HEADER) === "fa" ? "fa" : "en";
    if (!sessionId) return dismiss(connection, "unauthorized", locale);
    const topics = readTopics(request.headers.get(TOPICS_HEADER));
    connection.setState({ sessionId, locale, topics, cities: [], events: [] });
    // The session may have ended since the Worker's check. From here on the end of a session closes
    // this socket.
    if (!(await this.#isOpen(sessionId))) return dismiss(connection, "session-ended", locale);
    // Without a place, the list shows the missed notifications on the next page.
    await Promise.allSettled(topics.cities.map((city) => this.#register(city)));
  }

  override async onMessage(connection: UserConnection, message: WSMessage): Promise<void> {
    const { state } = connection;
    // Messages sent before the socket closed may still arrive.
    if (!state || connection.readyState !== WebSocket.OPEN) return;
    const fault = this.#limiter.fault(connection.id, message, Date.now());
    if (fault) return dismiss(connection, fault, state.locale);
    const asked = typeof message === "string" ? readMessage(message) : null;
    if (!asked) return refuse(connection, "invalid", state.locale);
    try {
      await this.#answer(connection, asked);
    } catch {
      refuse(connection, "unavailable", state.locale);
    }
  }

  override async onClose(connection: UserConnection): Promise<void> {
    this.#limiter.forget(connection.id);
    const { state } = connection;
    if (!state) return;
    const cities = new Set([
      ...state.cities,
      ...state.topics.cities,
      ...state.events.map(([, city]) => city),
    ]);
    for (const city of cities) await this.#leaveUnlessFollowed(city, connection.id);
  }

  /** Sends a new notification to every device in its language. Called by the Worker over RPC. */
  async notify(notification: Record<SocketLocale, NotificationMessage>): Promise<void> {
    const listeners = this.#listeners();
    if (listeners.length === 0) return;
    const ids = [...new Set(listeners.map(({ state }) => state.sessionId))];
    const open = await openSessions(this.env.DB, this.name, ids, currentTime(this.env));
    for (const { connection, state } of listeners) {
      if (open.has(state.sessionId))
        deliver(
          connection,
          encode({ type: "notification:new", notification: notification[state.locale] }),
        );
      // The session expired, or its end was not reported to the room.
      else dismiss(connection, "session-ended", state.locale);
    }
  }

  /**
   * Closes the sockets of an ended session; with null those of all invalid sessions, as after a
   * change of password or role. Called by the Worker over RPC after the database change.
   */
  async signedOut(sessionId: string | null): Promise<void> {
    const listeners = this.#listeners();
    if (listeners.length === 0) return;
    const ids = [...new Set(listeners.map(({ state }) => state.sessionId))];
    const open =
      sessionId === null
        ? await openSessions(this.env.DB, this.name, ids, currentTime(this.env)).catch(
            () => new Set<string>(),
          )
        : new Set(ids.filter((id) => id !== sessionId));
    for (const { connection, state } of listeners)
      if (!open.has(state.sessionId)) dismiss(connection, "session-ended", state.locale);
  }

  /**
   * Notifies sockets that follow the city or the event. Called by a city's room. @returns the
   * number of sockets; null when nothing follows it any more
   */
  async cityChanged(message: EventChanged): Promise<number | null> {
    const text = encode(message);
    const followers = this.#listeners().filter(({ state }) => follows(state, message.city));
    if (followers.length === 0) {
      await this.ctx.storage.delete(SHARD + message.city);
      return null;
    }
    const concerned = followers.filter(
      ({ state }) =>
        state.cities.includes(message.city) || state.events.some(([id]) => id === message.eventId),
    );
    return concerned.filter(({ connection }) => deliver(connection, text)).length;
  }

  /**
   * Notifies sockets that want new events of the city. Called by a city's room. @returns the number
   * of sockets; null when nothing follows it any more
   */
  async cityNotification({
    city,
    notification,
    topics,
    actorId,
  }: CityNotification): Promise<number | null> {
    const followers = this.#listeners().filter(({ state }) => follows(state, city));
    if (followers.length === 0) {
      await this.ctx.storage.delete(SHARD + city);
      return null;
    }
    if (actorId === this.name) return 0;
    const concerned = followers.filter(
      ({ state }) =>
        state.topics.cities.includes(city) &&
        (topics === null || topics.some((topic) => state.topics.interests.includes(topic))),
    );
    return concerned.filter(({ connection, state }) =>
      deliver(
        connection,
        encode({ type: "notification:new", notification: notification[state.locale] }),
      ),
    ).length;
  }

  async #answer(connection: UserConnection, asked: ClientMessage): Promise<void> {
    switch (asked.type) {
      case "joinCity":
        if (!(await cityExists(this.env.DB, asked.city)))
          return this.#refuse(connection, "not-found");
        return this.#follow(connection, asked.city, (state) =>
          state.cities.includes(asked.city)
            ? state
            : { ...state, cities: [...state.cities, asked.city] },
        );
      case "subscribe:event": {
        const city = await cityOfEvent(this.env.DB, asked.eventId);
        if (!city) return this.#refuse(connection, "not-found");
        return this.#follow(connection, city, (state) =>
          state.events.some(([id]) => id === asked.eventId)
            ? state
            : { ...state, events: [...state.events, [asked.eventId, city]] },
        );
      }
      case "leaveCity": {
        const { state } = connection;
        if (!state?.cities.includes(asked.city)) return this.#refuse(connection, "not-found");
        connection.setState({
          ...state,
          cities: state.cities.filter((city) => city !== asked.city),
        });
        return this.#leaveUnlessFollowed(asked.city, null);
      }
      case "unsubscribe:event": {
        const { state } = connection;
        const city = state?.events.find(([id]) => id === asked.eventId)?.[1];
        if (!state || !city) return this.#refuse(connection, "not-found");
        connection.setState({
          ...state,
          events: state.events.filter(([id]) => id !== asked.eventId),
        });
        return this.#leaveUnlessFollowed(city, null);
      }
    }
  }

  /**
   * Stores what the socket follows, and registers this room with the city's, once for all its
   * sockets.
   */
  async #follow(
    connection: UserConnection,
    city: string,
    change: (state: Listener) => Listener,
  ): Promise<void> {
    const { state } = connection;
    if (!state || connection.readyState !== WebSocket.OPEN) return;
    const next = change(state);
    if (next.cities.length > MAX_CITIES || next.events.length > MAX_EVENTS)
      return this.#refuse(connection, "too-many-subscriptions");
    connection.setState(next);
    if (!(await this.#register(city))) this.#refuse(connection, "unavailable");
  }

  /**
   * Registers this room with the city's, once for all its sockets. @returns false where the city's
   * rooms are full
   */
  async #register(city: string): Promise<boolean> {
    if ((await this.ctx.storage.get(SHARD + city)) !== undefined) return true;
    const place = await findPlace(this.env.CITY_ROOM, city, (room) => room.join(this.name));
    if (place) await this.ctx.storage.put(SHARD + city, place.shard);
    return place !== null;
  }

  /** @param without a socket that is about to be gone */
  async #leaveUnlessFollowed(city: string, without: string | null): Promise<void> {
    if (
      this.#listeners().some(
        ({ connection, state }) => connection.id !== without && follows(state, city),
      )
    )
      return;
    const shard = await this.ctx.storage.get<number>(SHARD + city);
    if (shard === undefined) return;
    await this.ctx.storage.delete(SHARD + city);
    await this.env.CITY_ROOM.getByName(shardName(city, shard)).leave(this.name);
  }

  #listeners(): { connection: UserConnection; state: Listener }[] {
    return [...this.getConnections<Listener>()].flatMap((connection) =>
      connection.state && connection.readyState === WebSocket.OPEN
        ? [{ connection, state: connection.state as Listener }]
        : [],
    );
  }

  async #isOpen(sessionId: string): Promise<boolean> {
    return (await openSessions(this.env.DB, this.name, [sessionId], currentTime(this.env))).has(
      sessionId,
    );
  }

  #refuse(
    connection: UserConnection,
    code: "not-found" | "too-many-subscriptions" | "unavailable",
  ): void {
    refuse(connection, code, connection.state?.locale ?? "en");
  }
}
