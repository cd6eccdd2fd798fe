import PartySocket from "partysocket";

/** Listens to a city's room; answers how to stop. Five attempts, 1 s to 5 s apart (product.md §9). */
export function listenToCity(city: string, onChange: (eventId: string) => void): () => void {
  const socket = new PartySocket({
    host: location.host,
    party: "city-room",
    room: city,
    maxRetries: 5,
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 5_000,
  });
  socket.addEventListener("message", ({ data }) => {
    try {
      const message = JSON.parse(String(data)) as { type?: string; eventId?: string };
      if (message.type === "event:changed" && message.eventId) onChange(message.eventId);
    } catch {
      // Not a message of ours: nothing to show.
    }
  });
  return () => socket.close();
}
