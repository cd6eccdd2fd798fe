import { Suspense } from "react";
import { lazyPart } from "../../ui/lazy-part";
import type { FiltersProps } from "./browse-filters";
// Here too, so that the page has these styles before the script and without one.
import "../../ui/box.module.css";
import "./day-calendar.module.css";

const { prepare, Part } = lazyPart<FiltersProps>(
  "filters",
  async () => (await import("./browse-filters")).BrowseFilters,
  true,
);

export const prepareFilters = prepare;

/** The filters of a list: native popovers of a form, which scripts need once the page is used. */
export function LazyFilters(props: FiltersProps) {
  return (
    <Suspense>
      <Part {...props} />
    </Suspense>
  );
}
