import { LOCALE_HEADER, SESSION_HEADER, TOPICS_HEADER } from "../party/user-room";

/** What the rooms' library takes from a client as its own: the id of a connection, and words from Worker to room. */
const OF_THE_LIBRARY = ["x-partykit-room", "x-partykit-props", "x-partykit-namespace"];

/** A request for a room, without what lets somebody in (a room keeps the address of each socket) and what they may not say. */
export function roomRequest(request: Request): Request {
  const url = new URL(request.url);
  for (const name of ["token", "_pk"]) url.searchParams.delete(name);
  const forRoom = new Request(url, request);
  for (const name of [...OF_THE_LIBRARY, SESSION_HEADER, LOCALE_HEADER, TOPICS_HEADER]) forRoom.headers.delete(name);
  return forRoom;
}
