import { paths } from "../../lib/paths";

/** The key that an address of ours names; null for any other address. */
export const mediaKeyOf = (address: string | null): string | null =>
  address?.startsWith(paths.media("")) ? address.slice(paths.media("").length) : null;
