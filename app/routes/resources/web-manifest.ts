import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { direction } from "~/i18n/locale";
import { translatorFor } from "~/i18n/messages.server";
import { PAPER } from "~/lib/drawing/cover-palettes";
import { resourceRoute } from "~/lib/pages/page";
import { paths } from "~/lib/paths";

export const handle = resourceRoute({ permission: null, budget: "constant" });

/** Web app manifest: name and appearance on a home screen (W3C Web Application Manifest). */
export function loader({ context }: LoaderFunctionArgs) {
  const { locale, site, seo } = context;
  const t = translatorFor(locale);
  const png = (size: number, purpose: "any" | "maskable") => ({
    src: `/icon-${size}.png`,
    sizes: `${size}x${size}`,
    type: "image/png",
    purpose,
  });
  const screenshot = (form: "narrow" | "wide", sizes: string) => ({
    src: `/screenshots/${locale}-${form}.jpg`,
    sizes,
    type: "image/jpeg",
    form_factor: form,
    label: t("common:nav.events"),
  });
  const manifest = {
    id: paths.home(),
    name: site.companyName,
    short_name: site.companyName,
    description: seo.description,
    lang: locale,
    dir: direction(locale),
    start_url: paths.home(),
    scope: paths.home(),
    display: "minimal-ui",
    background_color: PAPER.light,
    theme_color: PAPER.light,
    // What another app shares with the installed one is read by the short form.
    share_target: {
      action: paths.quickEvent(),
      method: "GET",
      params: { title: "title", text: "text", url: "url" },
    },
    // Held on the icon of the installed one.
    shortcuts: [
      { name: t("common:nav.events"), url: paths.events() },
      { name: t("common:nav.saved"), url: paths.saved() },
      { name: t("common:account.createEvent"), url: paths.quickEvent() },
    ],
    // What the dialog of installing shows.
    screenshots: [screenshot("narrow", "390x844"), screenshot("wide", "1280x800")],
    icons: [
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
      png(192, "any"),
      png(512, "any"),
      // The mark fits the safe zone of maskable icons.
      png(512, "maskable"),
    ],
  };
  return Response.json(manifest, {
    headers: {
      "Content-Type": "application/manifest+json",
      "Cache-Control": "public, max-age=3600",
      Vary: "Accept-Language, Cookie",
    },
  });
}
