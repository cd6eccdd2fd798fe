import { openRoom } from "./open-room";

/**
 * The time after which every isolate knows a new content version (content-version.server.ts), with
 * a margin, ms.
 */
const SETTLED = 6_500;

/**
 * Listens to a city's room. Passes changes on after every isolate knows them, since an earlier
 * request could get the old list.
 * @returns a function that stops listening
 */
export function listenToCity(city: string, onChange: (eventId: string) => void): () => void {
  const timers: ReturnType<typeof setTimeout>[] = [];
  const socket = openRoom("city-room", city, ({ type, eventId }) => {
    if (type === "event:changed" && typeof eventId === "string")
      timers.push(setTimeout(() => onChange(eventId), SETTLED));
  });
  return () => {
    timers.forEach(clearTimeout);
    socket.close();
  };
}
