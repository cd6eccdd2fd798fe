import PartySocket from "partysocket";
import type { ConnectionEvent } from "./connection";

/** A notification as the room sends it (party/protocol.ts). */
export interface ArrivedNotification {
  id: string;
  title: string;
  createdAt: string;
}

interface Listener {
  onConnection(event: ConnectionEvent): void;
  onNotification(notification: ArrivedNotification): void;
}

/** Opens one's own room: five retries, 1 s to 5 s apart (product.md §9). The cookie says who listens. */
export function openUserRoom(userId: string, { onConnection, onNotification }: Listener): { retry(): void; close(): void } {
  const socket = new PartySocket({
    host: location.host,
    party: "user-room",
    room: userId,
    maxRetries: 5,
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 5_000,
    // An attempt counts as a success at once: the connection counts failures itself.
    minUptime: 0,
    // Asked for at the beginning of each attempt.
    query: () => {
      onConnection({ type: "opening" });
      return {};
    },
  });
  socket.addEventListener("open", () => onConnection({ type: "opened" }));
  socket.addEventListener("close", ({ code }) => {
    onConnection({ type: "closed", code });
    if (code === 4401) socket.close();
  });
  socket.addEventListener("message", ({ data }) => {
    try {
      const message = JSON.parse(String(data)) as { type?: string; notification?: ArrivedNotification };
      if (message.type === "notification:new" && message.notification) onNotification(message.notification);
    } catch {
      // Not a message of ours: nothing to show.
    }
  });
  // There is no use in waiting for the next attempt once the network is back.
  const again = () => {
    if (socket.readyState !== WebSocket.OPEN && socket.shouldReconnect) socket.reconnect();
  };
  addEventListener("online", again);
  return {
    retry() {
      onConnection({ type: "retried" });
      socket.reconnect();
    },
    close() {
      removeEventListener("online", again);
      socket.close();
    },
  };
}
