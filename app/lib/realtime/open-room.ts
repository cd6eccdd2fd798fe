import PartySocket, { type PartySocketOptions } from "partysocket";

/** Messages of rooms (party/protocol.ts), as far as listeners read them. */
type Message = Record<string, unknown>;

function readMessage(data: unknown): Message | null {
  try {
    const message: unknown = JSON.parse(String(data));
    return typeof message === "object" && message !== null ? (message as Message) : null;
  } catch {
    // Not one of our messages: ignored.
    return null;
  }
}

/** Opens a room, and again when it closes: five attempts, 1 s to 5 s apart (product.md §9). */
export function openRoom(
  party: string,
  room: string,
  onMessage: (message: Message) => void,
  options: Pick<PartySocketOptions, "minUptime" | "query"> = {},
): PartySocket {
  const socket = new PartySocket({
    ...options,
    host: location.host,
    party,
    room,
    maxRetries: 5,
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 5_000,
  });
  socket.addEventListener("message", ({ data }) => {
    const message = readMessage(data);
    if (message) onMessage(message);
  });
  return socket;
}
