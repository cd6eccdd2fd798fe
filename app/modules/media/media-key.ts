import type { FramedPicture } from "../../lib/pages/views";
import { paths } from "../../lib/paths";

/** The key in one of our media URLs; null for any other URL. */
export const mediaKeyOf = (address: string | null): string | null =>
  address?.startsWith(paths.media("")) ? address.slice(paths.media("").length) : null;

/**
 * An address that a page may show as a picture: a file of ours, never one elsewhere (decisions.md
 * §16). Null for any other.
 */
export const shownPicture = (address: string | null): string | null =>
  mediaKeyOf(address) === null ? null : address;

/** One of our pictures with the part to keep when it is cropped; null for any other URL. */
export function framedPicture({
  imageUrl,
  imageFocus,
}: {
  imageUrl: string | null;
  imageFocus: string;
}): FramedPicture | null {
  const src = shownPicture(imageUrl);
  return src === null ? null : { src, focus: imageFocus === "center" ? undefined : imageFocus };
}
