import { type Connection, type ConnectionContext, Server, type WSMessage } from "partyserver";
import { currentTime } from "./current-time";
import { staffSessions } from "./lookups";
import { MessageLimiter } from "./message-limiter";
import { deliver, dismiss, type SocketLocale } from "./refusals";
import { LOCALE_HEADER, SESSION_HEADER } from "./user-room";

interface Listener {
  sessionId: string;
  locale: SocketLocale;
}

/**
 * Watchers of an ingestion run. The Worker admits users who may manage ingestion; the room checks
 * again before it sends. Receive-only: messages of clients are ignored, and a flood closes the
 * socket.
 */
export class RunRoom extends Server<Env> {
  static override options = { hibernate: true };

  readonly #limiter = new MessageLimiter();

  override onConnect(connection: Connection<Listener>, { request }: ConnectionContext): void {
    const sessionId = request.headers.get(SESSION_HEADER);
    const locale = request.headers.get(LOCALE_HEADER) === "fa" ? "fa" : "en";
    if (sessionId) connection.setState({ sessionId, locale });
    else dismiss(connection, "unauthorized", locale);
  }

  override onMessage(connection: Connection<Listener>, message: WSMessage): void {
    if (connection.readyState !== WebSocket.OPEN) return;
    const fault = this.#limiter.fault(connection.id, message, Date.now());
    if (fault) dismiss(connection, fault, connection.state?.locale ?? "en");
  }

  override onClose(connection: Connection<Listener>): void {
    this.#limiter.forget(connection.id);
  }

  /** Notifies all watchers who still have the permission. Called by the Worker over RPC. */
  async announce(message: { type: "run:changed"; runId: string }): Promise<void> {
    const listeners = [...this.getConnections<Listener>()].flatMap((connection) =>
      connection.state && connection.readyState === WebSocket.OPEN
        ? [{ connection, state: connection.state as Listener }]
        : [],
    );
    if (listeners.length === 0) return;
    const ids = [...new Set(listeners.map(({ state }) => state.sessionId))];
    const open = await staffSessions(this.env.DB, ids, currentTime(this.env));
    const text = JSON.stringify(message);
    for (const { connection, state } of listeners)
      if (open.has(state.sessionId)) deliver(connection, text);
      else dismiss(connection, "session-ended", state.locale);
  }
}
