import PartySocket from "partysocket";

/** How long isolates may go on with an older version of what is public (content-version.server.ts), and a little, ms. */
const SETTLED = 6_500;

/**
 * Listens to a city's room; what it says is handed on only once every isolate knows of it too, since whoever asked
 * for the new list at once could be given the old one.
 * Answers how to stop. Five attempts, 1 s to 5 s apart (product.md §9).
 */
export function listenToCity(city: string, onChange: (eventId: string) => void): () => void {
  const socket = new PartySocket({
    host: location.host,
    party: "city-room",
    room: city,
    maxRetries: 5,
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 5_000,
  });
  const timers: ReturnType<typeof setTimeout>[] = [];
  socket.addEventListener("message", ({ data }) => {
    try {
      const message = JSON.parse(String(data)) as { type?: string; eventId?: string };
      const { type, eventId } = message;
      if (type === "event:changed" && eventId) timers.push(setTimeout(() => onChange(eventId), SETTLED));
    } catch {
      // Not a message of ours: nothing to show.
    }
  });
  return () => {
    timers.forEach(clearTimeout);
    socket.close();
  };
}
