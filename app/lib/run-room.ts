import PartySocket from "partysocket";

/**
 * Listens to the room of a run of ingestion, which says that there is something new and not what. Answers how to stop.
 * Five attempts, 1 s to 5 s apart (product.md §9).
 * @param onOpen hears whether the room can be heard
 */
export function listenToRun(run: string, onChange: () => void, onOpen: (isOpen: boolean) => void): () => void {
  const socket = new PartySocket({
    host: location.host,
    party: "run-room",
    room: run,
    maxRetries: 5,
    minReconnectionDelay: 1_000,
    maxReconnectionDelay: 5_000,
  });
  socket.addEventListener("open", () => onOpen(true));
  socket.addEventListener("close", () => onOpen(false));
  socket.addEventListener("message", ({ data }) => {
    try {
      const { type } = JSON.parse(String(data)) as { type?: string };
      if (type === "run:changed") onChange();
    } catch {
      // Not a message of ours: nothing to show.
    }
  });
  return () => socket.close();
}
