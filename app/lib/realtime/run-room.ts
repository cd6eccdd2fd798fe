import { openRoom } from "./open-room";

/**
 * Listens to the room of an ingestion run, which signals changes without data. Returns a function
 * that stops it.
 * @param onOpen gets whether the room is connected
 */
export function listenToRun(
  run: string,
  onChange: () => void,
  onOpen: (isOpen: boolean) => void,
): () => void {
  const socket = openRoom("run-room", run, ({ type }) => {
    if (type === "run:changed") onChange();
  });
  socket.addEventListener("open", () => onOpen(true));
  socket.addEventListener("close", () => onOpen(false));
  return () => socket.close();
}
