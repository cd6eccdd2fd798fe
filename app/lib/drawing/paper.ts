/**
 * The page's ground in each scheme (`--rd-paper`), for the browser's own parts. In a file of its
 * own: every page loads it.
 */
export const PAPER = { light: "#FBF8F3", dark: "#0E172C" } as const;
