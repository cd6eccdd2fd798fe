import type { Deps } from "../../../lib/deps";
import { findCategory } from "../../../lib/event/categories";
import { followTopic } from "../../../lib/event/follow-topics";
import { hostFacet } from "../../../lib/event/host-keys";
import { findHost } from "../find-host.server";

/**
 * The topic of a page's followers: that of a venue, an organizer, a category of a city, a series or
 * a list with filters; null for other pages.
 * @param page its path with its query
 */
export async function topicOfPage(
  deps: Pick<Deps, "db" | "memo">,
  page: string,
): Promise<string | null> {
  const [pathname = "", query = ""] = page.split(/\?(.*)/s);
  const [start, area, first, second, ...rest] = pathname.split("/");
  if (start !== "") return null;
  const params = new URLSearchParams(query);
  if (rest.length > 0 || (second !== undefined && area !== "venues")) return null;
  switch (area) {
    case "venues":
    case "organizers": {
      const [citySlug, slug] = area === "venues" ? [first, second] : [null, first];
      if (citySlug === undefined || slug === undefined) return null;
      const host = await findHost(deps, { citySlug, slug });
      return host && hostFacet(host.kind, host.row.id);
    }
    case "categories": {
      const category = findCategory(first ?? "");
      const city = params.get("city");
      return category && city
        ? followTopic({ kind: "category", city, category: category.name })
        : null;
    }
    case "events":
      return followTopic(
        first === undefined
          ? { kind: "search", query }
          : { kind: "series", id: first.toLowerCase() },
      );
    default:
      return null;
  }
}
