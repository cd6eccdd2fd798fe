/**
 * Every URL of the product. A namespace: pages of the site do not load the addresses of the staff
 * area.
 */
export * as paths from "./paths/all";
export {
  ALL_CITIES,
  FEED_FORMATS,
  type FeedFormat,
  LEGAL_PAGES,
  type LegalPage,
} from "./paths/parts";
