import { openRoom } from "./open-room";

/**
 * Listens to the room of a run of ingestion, which says that there is something new and not what. Answers how to stop.
 * @param onOpen hears whether the room can be heard
 */
export function listenToRun(run: string, onChange: () => void, onOpen: (isOpen: boolean) => void): () => void {
  const socket = openRoom("run-room", run, ({ type }) => {
    if (type === "run:changed") onChange();
  });
  socket.addEventListener("open", () => onOpen(true));
  socket.addEventListener("close", () => onOpen(false));
  return () => socket.close();
}
