import { memo, Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part";
import type { FooterProps } from "./site-footer";
// Here too, so that the footer has its styles before the script and without one.
import "./site-footer.module.css";

const { prepare, Part } = lazyPart<FooterProps>(
  "site-links",
  async () => (await import("./site-footer")).SiteFooter,
  true,
);

export const prepareFooter = prepare;

/** The footer: links, which scripts need once the page is used. */
export const LazyFooter = memo(function LazyFooter(props: FooterProps) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
});
