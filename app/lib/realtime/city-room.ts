import { openRoom } from "./open-room";

/** How long isolates may go on with an older version of what is public (content-version.server.ts), and a little, ms. */
const SETTLED = 6_500;

/**
 * Listens to a city's room; what it says is handed on only once every isolate knows of it too, since whoever asked
 * for the new list at once could be given the old one.
 * Answers how to stop.
 */
export function listenToCity(city: string, onChange: (eventId: string) => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const socket = openRoom("city-room", city, ({ type, eventId }) => {
    if (type === "event:changed" && typeof eventId === "string") timers.push(setTimeout(() => onChange(eventId), SETTLED));
  });
  return () => {
    timers.forEach(clearTimeout);
    socket.close();
  };
}
