import { LOCALE_HEADER, SESSION_HEADER, TOPICS_HEADER } from "../party/user-room";

/**
 * Headers that the rooms' library would accept from a client as its own: connection ids and
 * messages from Worker to room.
 */
const OF_THE_LIBRARY = ["x-partykit-room", "x-partykit-props", "x-partykit-namespace"];

/**
 * A request for a room, without credentials (a room stores each socket's address) and internal
 * headers.
 */
export function roomRequest(request: Request): Request {
  const url = new URL(request.url);
  for (const name of ["token", "_pk"]) url.searchParams.delete(name);
  const forRoom = new Request(url, request);
  for (const name of [...OF_THE_LIBRARY, SESSION_HEADER, LOCALE_HEADER, TOPICS_HEADER])
    forRoom.headers.delete(name);
  return forRoom;
}
