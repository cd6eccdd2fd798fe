import { brandTones } from "../../lib/drawing/brand-colors";
import { DARK_MAIL_COLORS } from "../../lib/drawing/palette";

/**
 * Styles for dark and small screens, for mail clients that support style sheets.
 * @param primaryColor `#RRGGBB`
 */
export function styleSheet({ primaryColor }: { primaryColor: string }): string {
  const brand = brandTones(primaryColor, "dark");
  const colors = DARK_MAIL_COLORS;
  const dark = [
    `.rd-paper{background:${colors.paper}!important}`,
    `.rd-surface{background:${colors.surface}!important}`,
    `.rd-h1,.rd-h2,.rd-h3,.rd-p,.rd-li{color:${colors.ink}!important}`,
    `.rd-quiet,.rd-meta,.rd-label{color:${colors.quiet}!important}`,
    `.rd-a,.rd-changed{color:${brand.text}!important}`,
    `.rd-button{background:${brand.filled}!important;color:${brand.on}!important}`,
    `.rd-card{background:${brand.soft}!important}`,
    `.rd-note{background:${colors.paper}!important}`,
    `.rd-event,.rd-hr,.rd-blockquote{border-color:${colors.line}!important}`,
    `.rd-tile{background:${brand.filled}!important}`,
    `.rd-lit{background:${colors.lit}!important}`,
  ].join("");
  return (
    ":root{color-scheme:light dark;supported-color-schemes:light dark}" +
    "@media(max-width:480px){.rd-inner{padding:24px 20px!important}.rd-h1{font-size:23px!important}}" +
    `@media(prefers-color-scheme:dark){${dark}}`
  );
}
