import type { ConnectionEvent } from "./connection";
import { openRoom } from "./open-room";

/** A notification as the room sends it (party/protocol.ts). */
export interface ArrivedNotification {
  id: string;
  title: string;
  message: string;
  createdAt: string;
}

interface Listener {
  onConnection(event: ConnectionEvent): void;
  onNotification(notification: ArrivedNotification): void;
}

/** Opens the user's own room. The cookie authenticates. */
export function openUserRoom(
  userId: string,
  { onConnection, onNotification }: Listener,
): { retry(): void; close(): void } {
  const hear = ({ type, notification }: Record<string, unknown>) => {
    if (type === "notification:new" && notification)
      onNotification(notification as ArrivedNotification);
  };
  const socket = openRoom("user-room", userId, hear, {
    // An attempt counts as a success at once: the connection counts failures itself.
    minUptime: 0,
    // Evaluated at each attempt.
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
