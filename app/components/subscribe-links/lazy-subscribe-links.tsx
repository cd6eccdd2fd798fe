import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part";
import type { SubscribeProps } from "./subscribe-links";
// Here too, so that the links have their styles before the script and without one.
import "./subscribe-links.module.css";

const { prepare, Part } = lazyPart<SubscribeProps>(
  "subscribe",
  async () => (await import("./subscribe-links")).SubscribeLinks,
  true,
);

export const prepareSubscribeLinks = prepare;

/** The calendar feeds of a list: a native menu of links, which scripts need once the page is used. */
export function LazySubscribeLinks(props: SubscribeProps) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
