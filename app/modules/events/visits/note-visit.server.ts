import type { Deps, VisitKind } from "../../../lib/deps";
import { clientAddress } from "../../../lib/http/client-address";

/**
 * Records a visit to or an interaction with an event; it is counted after the response. HEAD and
 * prefetch requests do not count; the buffer drops crawlers.
 */
export function noteVisit(
  { visits }: Pick<Deps, "visits">,
  request: Request,
  eventId: string,
  kind: VisitKind,
): void {
  const { headers, method } = request;
  if (method === "HEAD") return;
  const purpose = headers.get("Sec-Purpose") ?? headers.get("Purpose");
  if (purpose?.includes("prefetch")) return;
  visits.note({
    eventId,
    kind,
    address: clientAddress(request),
    agent: headers.get("User-Agent") ?? "",
  });
}
