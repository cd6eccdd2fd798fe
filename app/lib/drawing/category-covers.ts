import type { IconName } from "../icon-names";
import type { Finish, Kind } from "./girih";

/**
 * How the covers of a category are drawn, by its slug: tiling, finish, and the outline of its icon
 * (Tabler, 24 × 24) in the lit star.
 */
export const CATEGORY_COVERS: Readonly<
  Record<string, { fold: Kind; finish: Finish; icon: IconName; glyph: string }>
> = {
  workshop: {
    fold: 8,
    finish: "glaze",
    icon: "tools",
    glyph:
      "M3 21h4l13 -13a1.5 1.5 0 0 0 -4 -4l-13 13v4M14.5 5.5l4 4M12 8l-5 -5l-4 4l5 5M7 8l-1.5 1.5M16 12l5 5l-4 4l-5 -5M16 17l-1.5 1.5",
  },
  "movie-screening": {
    fold: 10,
    finish: "night",
    icon: "device-tv",
    glyph:
      "M3 9a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -9M16 3l-4 4l-4 -4",
  },
  festival: {
    fold: 12,
    finish: "glaze",
    icon: "confetti",
    glyph:
      "M4 5h2M5 4v2M11.5 4l-.5 2M18 5h2M19 4v2M15 9l-1 1M18 13l2 -.5M18 19h2M19 18v2M14 16.518l-6.518 -6.518l-4.39 9.58a1 1 0 0 0 1.329 1.329l9.579 -4.39",
  },
  talk: {
    fold: 1246,
    finish: "paper",
    icon: "microphone-2",
    glyph:
      "M15 12.9a5 5 0 1 0 -3.902 -3.9M15 12.9l-3.902 -3.899l-7.513 8.584a2 2 0 1 0 2.827 2.83l8.588 -7.515",
  },
  theater: {
    fold: 8,
    finish: "glaze",
    icon: "masks-theater",
    glyph:
      "M13.192 9h6.616a2 2 0 0 1 1.992 2.183l-.567 6.182a4 4 0 0 1 -3.983 3.635h-1.5a4 4 0 0 1 -3.983 -3.635l-.567 -6.182a2 2 0 0 1 1.992 -2.183M15 13h.01M18 13h.01M15 16.5c1 .667 2 .667 3 0M8.632 15.982a4.037 4.037 0 0 1 -.382 .018h-1.5a4 4 0 0 1 -3.983 -3.635l-.567 -6.182a2 2 0 0 1 1.992 -2.183h6.616a2 2 0 0 1 2 2M6 8h.01M9 8h.01M6 12c.764 -.51 1.528 -.63 2.291 -.36",
  },
  community: {
    fold: 10,
    finish: "field",
    icon: "users-group",
    glyph:
      "M10 13a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M8 21v-1a2 2 0 0 1 2 -2h4a2 2 0 0 1 2 2v1M15 5a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M17 10h2a2 2 0 0 1 2 2v1M5 5a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M3 13v-1a2 2 0 0 1 2 -2h2",
  },
  "art-exhibition": {
    fold: 12,
    finish: "paper",
    icon: "palette",
    glyph:
      "M12 21a9 9 0 0 1 0 -18c4.97 0 9 3.582 9 8c0 1.06 -.474 2.078 -1.318 2.828c-.844 .75 -1.989 1.172 -3.182 1.172h-2.5a2 2 0 0 0 -1 3.75a1.3 1.3 0 0 1 -1 2.25M7.5 10.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M11.5 7.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M15.5 10.5a1 1 0 1 0 2 0a1 1 0 1 0 -2 0",
  },
  concert: {
    fold: 1246,
    finish: "night",
    icon: "music",
    glyph:
      "M3 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M13 17a3 3 0 1 0 6 0a3 3 0 0 0 -6 0M9 17v-13h10v13M9 8h10",
  },
  music: {
    fold: 8,
    finish: "glaze",
    icon: "vinyl",
    glyph:
      "M16 3.937a9 9 0 1 0 5 8.063M11 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M19 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0M20 4l-3.5 10l-2.5 2",
  },
  dance: {
    fold: 10,
    finish: "glaze",
    icon: "shoe",
    glyph:
      "M4 6h5.426a1 1 0 0 1 .863 .496l1.064 1.823a3 3 0 0 0 1.896 1.407l4.677 1.114a4 4 0 0 1 3.074 3.89v2.27a1 1 0 0 1 -1 1h-16a1 1 0 0 1 -1 -1v-10a1 1 0 0 1 1 -1M14 13l1 -2M8 18v-1a4 4 0 0 0 -4 -4h-1M10 12l1.5 -3",
  },
  "food-drink": {
    fold: 12,
    finish: "field",
    icon: "tools-kitchen-2",
    glyph:
      "M19 3v12h-5c-.023 -3.681 .184 -7.406 5 -12m0 12v6h-1v-3m-10 -14v17m-3 -17v3a3 3 0 1 0 6 0v-3",
  },
  sports: {
    fold: 1246,
    finish: "field",
    icon: "ball-football",
    glyph:
      "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M12 7l4.76 3.45l-1.76 5.55h-6l-1.76 -5.55l4.76 -3.45M12 7v-4m3 13l2.5 3m-.74 -8.55l3.74 -1.45m-11.44 7.05l-2.56 2.95m.74 -8.55l-3.74 -1.45",
  },
  networking: {
    fold: 8,
    finish: "glaze",
    icon: "affiliate",
    glyph:
      "M5.931 6.936l1.275 4.249m5.607 5.609l4.251 1.275M11.683 12.317l5.759 -5.759M4 5.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M17 5.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M17 18.5a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0M4 15.5a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0 -9 0",
  },
  comedy: {
    fold: 10,
    finish: "glaze",
    icon: "mood-happy",
    glyph: "M3 12a9 9 0 1 0 18 0a9 9 0 1 0 -18 0M9 9l.01 0M15 9l.01 0M8 13a4 4 0 1 0 8 0h-8",
  },
  film: {
    fold: 12,
    finish: "night",
    icon: "movie",
    glyph:
      "M4 6a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-12a2 2 0 0 1 -2 -2l0 -12M8 4l0 16M16 4l0 16M4 8l4 0M4 16l4 0M4 12l16 0M16 8l4 0M16 16l4 0",
  },
  literature: {
    fold: 1246,
    finish: "paper",
    icon: "book-2",
    glyph: "M19 4v16h-12a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12M19 16h-12a2 2 0 0 0 -2 2M9 8h6",
  },
  technology: {
    fold: 8,
    finish: "glaze",
    icon: "cpu",
    glyph:
      "M5 6a1 1 0 0 1 1 -1h12a1 1 0 0 1 1 1v12a1 1 0 0 1 -1 1h-12a1 1 0 0 1 -1 -1l0 -12M9 9h6v6h-6l0 -6M3 10h2M3 14h2M10 3v2M14 3v2M21 10h-2M21 14h-2M14 21v-2M10 21v-2",
  },
  business: {
    fold: 10,
    finish: "glaze",
    icon: "briefcase",
    glyph:
      "M3 9a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v9a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2l0 -9M8 7v-2a2 2 0 0 1 2 -2h4a2 2 0 0 1 2 2v2M12 12l0 .01M3 13a20 20 0 0 0 18 0",
  },
  "health-wellness": {
    fold: 12,
    finish: "field",
    icon: "yoga",
    glyph:
      "M4 20h4l1.5 -3M17 20l-1 -5h-5l1 -7M4 10l4 -1l4 -1l4 1.5l4 1.5M10.007 5a2 2 0 1 0 4 0a2 2 0 1 0 -4 0",
  },
  fashion: {
    fold: 1246,
    finish: "glaze",
    icon: "hanger",
    glyph:
      "M14 6a2 2 0 1 0 -4 0c0 1.667 .67 3 2 4h-.008l7.971 4.428a2 2 0 0 1 1.029 1.749v.823a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-.823a2 2 0 0 1 1.029 -1.749l7.971 -4.428",
  },
  gaming: {
    fold: 8,
    finish: "glaze",
    icon: "device-gamepad-2",
    glyph:
      "M12 5h3.5a5 5 0 0 1 0 10h-5.5l-4.015 4.227a2.3 2.3 0 0 1 -3.923 -2.035l1.634 -8.173a5 5 0 0 1 4.904 -4.019h3.4M14 15l4.07 4.284a2.3 2.3 0 0 0 3.925 -2.023l-1.6 -8.232M8 9v2M7 10h2M14 10h2",
  },
  charity: {
    fold: 10,
    finish: "field",
    icon: "heart-handshake",
    glyph:
      "M19.5 12.572l-7.5 7.428l-7.5 -7.428a5 5 0 1 1 7.5 -6.566a5 5 0 1 1 7.5 6.572M12 6l-3.293 3.293a1 1 0 0 0 0 1.414l.543 .543c.69 .69 1.81 .69 2.5 0l1 -1a3.182 3.182 0 0 1 4.5 0l2.25 2.25M12.5 15.5l2 2M15 13l2 2",
  },
  education: {
    fold: 12,
    finish: "paper",
    icon: "school",
    glyph: "M22 9l-10 -4l-10 4l10 4l10 -4v6M6 10.6v5.4a6 3 0 0 0 12 0v-5.4",
  },
  "kids-family": {
    fold: 1246,
    finish: "field",
    icon: "balloon",
    glyph:
      "M14 8a2 2 0 0 0 -2 -2M6 8a6 6 0 1 1 12 0c0 4.97 -2.686 9 -6 9s-6 -4.03 -6 -9M12 17v1a2 2 0 0 1 -2 2h-3a2 2 0 0 0 -2 2",
  },
  outdoors: {
    fold: 8,
    finish: "field",
    icon: "mountain",
    glyph:
      "M3 20h18l-6.921 -14.612a2.3 2.3 0 0 0 -4.158 0l-6.921 14.612M7.5 11l2 2.5l2.5 -2.5l2 3l2.5 -2",
  },
  nightlife: {
    fold: 10,
    finish: "night",
    icon: "moon-stars",
    glyph:
      "M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008M17 4a2 2 0 0 0 2 2a2 2 0 0 0 -2 2a2 2 0 0 0 -2 -2a2 2 0 0 0 2 -2M19 11h2m-1 -1v2",
  },
};
