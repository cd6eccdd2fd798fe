import { paths } from "../../lib/paths";

/** Links of the header, in order (product.md §2). */
export const MAIN_LINKS = [
  { to: paths.cities(), text: "common:nav.cities" },
  { to: paths.discover(), text: "common:nav.discover" },
  { to: paths.categories(), text: "common:nav.categories" },
  { to: paths.howItWorks(), text: "common:nav.howItWorks" },
] as const;
