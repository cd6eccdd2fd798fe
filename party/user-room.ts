import { type Connection, type ConnectionContext, Server } from "partyserver";
import { encode, type NotificationMessage } from "./protocol";

/** Set by the Worker once it has checked who connects; nobody outside can set it. */
export const SESSION_HEADER = "X-Rooydad-Session";
/** The language that whoever connects reads in; set by the Worker too. */
export const LOCALE_HEADER = "X-Rooydad-Locale";

interface Listener {
  sessionId: string;
  locale: "en" | "fa";
}

/** One person's own room. The Worker lets in nobody else, and the room closes what reaches it some other way. */
export class UserRoom extends Server<Env> {
  static override options = { hibernate: true };

  override onConnect(connection: Connection<Listener>, { request }: ConnectionContext): void {
    const sessionId = request.headers.get(SESSION_HEADER);
    if (sessionId) {
      connection.setState({ sessionId, locale: request.headers.get(LOCALE_HEADER) === "fa" ? "fa" : "en" });
      return;
    }
    connection.send(encode({ type: "error", code: "unauthorized", message: "Sign in to listen here." }));
    connection.close(4401, "unauthorized");
  }

  /** Tells every device of a new notification, each in its language. Called by the Worker over RPC. */
  async notify(notification: Record<"en" | "fa", NotificationMessage>): Promise<void> {
    for (const connection of this.getConnections<Listener>())
      connection.send(encode({ type: "notification:new", notification: notification[connection.state?.locale ?? "en"] }));
  }

  /** Closes the sockets of a session that has ended, or with null all of them. Called by the Worker over RPC. */
  async signedOut(sessionId: string | null): Promise<void> {
    for (const connection of this.getConnections<Listener>())
      if (sessionId === null || connection.state?.sessionId === sessionId) connection.close(4401, "signed out");
  }
}
