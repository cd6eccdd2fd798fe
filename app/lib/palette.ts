/** The colours that covers are drawn from. */
export const CATEGORY_HEXES = ["#2C4B86", "#0E8388", "#6B4275", "#B5623A", "#4E5D73", "#B4293D", "#72993A"] as const;
