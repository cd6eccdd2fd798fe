import type { Deps, VisitKind } from "../../lib/deps";
import { clientAddress } from "../../lib/http/client-address";

/**
 * Notes that somebody has looked at an event or done something with it; it is counted later, after the answer. HEAD
 * and what browsers fetch ahead is nobody's visit, and crawlers are left out by the buffer.
 */
export function noteVisit({ visits }: Pick<Deps, "visits">, request: Request, eventId: string, kind: VisitKind): void {
  const { headers, method } = request;
  if (method === "HEAD") return;
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  if (purpose?.includes("prefetch")) return;
  visits.note({ eventId, kind, address: clientAddress(request), agent: headers.get("User-Agent") ?? "" });
}
