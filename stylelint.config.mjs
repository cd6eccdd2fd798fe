/**
 * Holds every style sheet to the scale of app/styles/tokens.css: sizes of text, radii, spaces,
 * shadows and durations are its variables, other lengths are rem. px is for lines of 1 to 2.5 px
 * and for breakpoints.
 */
const LINES = "/^(border(?!.*radius)|outline|text-decoration|box-shadow)/";
const LENGTH = "(?<![\\w.-])-?\\d*\\.?\\d+(?:r?em|ch|v[hwib]|vmin|vmax)\\b";
/** 1 and 2 px are corrections for the eye, not spaces. */
const SPACE_LENGTH = "(?<![\\w.])-?(?!0\\.(?:125|0625)rem)\\d*\\.?\\d+r?em\\b";

/** @type {import("stylelint").Config} */
export default {
  ignoreFiles: ["app/styles/theme-variables.css"],
  reportDescriptionlessDisables: true,
  reportNeedlessDisables: true,
  rules: {
    "declaration-property-unit-disallowed-list": [
      { [LINES.replace("/^(", "/^(?!").replace(")/", ")/")]: ["px"] },
      {
        message: (property) =>
          `${property} is in rem or on the scale of app/styles/tokens.css, not in px`,
      },
    ],
    "declaration-property-value-disallowed-list": [
      {
        [LINES]: ["/(?<![\\d.])(?!(?:1|1\\.5|2|2\\.5)px)\\d*\\.?\\d+px/"],
        "/^font$/": [`/${LENGTH}/`],
        "/radius$/": [`/${LENGTH}/`],
        "/gap$/": [`/${LENGTH}/`],
        "/^(margin|padding)/": [`/${SPACE_LENGTH}/`],
        "/^(transition|animation)/": ["/\\d+ms\\b/"],
        "/^transition/": ["/\\d+m?s\\b/"],
      },
      {
        message: (property, value) =>
          `${property} takes a step of app/styles/tokens.css, not ${value}`,
      },
    ],
    "declaration-property-value-allowed-list": [
      {
        "font-size": ["inherit", "/^var\\(--rd-(text-(xs|sm|md|lg|xl)|h1|h2|display)\\)$/"],
        "box-shadow": ["none", "/^var\\(--rd-shadow/", "/^inset 0 0 0 \\S+ var\\(--rd-/"],
      },
      {
        message: (property, value) =>
          `${property} takes a step of app/styles/tokens.css, not ${value}`,
      },
    ],
    "no-duplicate-selectors": true,
    "declaration-block-no-duplicate-properties": true,
    "declaration-block-no-shorthand-property-overrides": true,
    "declaration-block-no-redundant-longhand-properties": true,
    "shorthand-property-no-redundant-values": true,
  },
};
