import { LOCALES } from "~/i18n/locale";
import { calendarTexts } from "~/lib/dates/calendar-texts.server";
import { FAMILY_COLORS } from "~/lib/drawing/palette";
import { CATEGORIES } from "~/lib/event/categories";
import type { RequestContext } from "~/lib/http/request-context";
import { pageHead } from "~/lib/pages/page-head.server";
import { paths } from "~/lib/paths";
import { listCities } from "~/modules/cities/queries.server";
import { cityName } from "~/modules/events/present/present-event.server";
import { EMBED_THEMES, embedParams, parseEmbedQuery } from "~/modules/syndication/embed/schema";

/** Selectable list lengths. */
const LIMITS = [3, 6, 12, 24];

/** Value of `--rd-accent` in the format of colour inputs. */
const USUAL_ACCENT = FAMILY_COLORS.zafaran.toLowerCase();

/** Escapes an attribute value. */
const attribute = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Data of `/embed`: options and embed code. The list may use another language than the page. */
export async function embedBuilder(
  { deps, locale, origin, seo, site }: RequestContext,
  params: URLSearchParams,
) {
  const t = calendarTexts(locale);
  const asked = new URLSearchParams(params);
  // `lang` is the language of the page, `list` that of the embedded list.
  asked.set("lang", params.get("list") ?? locale);
  const query = parseEmbedQuery(asked);
  const cities = await listCities(deps);
  const city = cities.find(({ slug }) => slug === query.city);
  // Colour inputs always submit a value; the default is omitted.
  const accent = query.accent === USUAL_ACCENT.slice(1) ? null : query.accent;
  const chosen = { ...query, accent, city: city?.slug ?? null, lang: query.lang ?? locale };
  const src = paths.embedEvents(embedParams(chosen));
  const title = t("calendar:embed.frameTitle", { site: site.companyName });
  const data = Object.entries(embedParams(chosen)).flatMap(([name, value]) =>
    value ? [`data-${name}="${attribute(String(value))}"`] : [],
  );
  return {
    head: pageHead({ origin, locale, seo }, paths.embedBuilder(), {
      title: t("calendar:embed.title"),
      description: t("calendar:embed.lead"),
    }),
    words: {
      title: t("calendar:embed.title"),
      lead: t("calendar:embed.lead"),
      show: t("calendar:embed.show"),
      script: t("calendar:embed.script"),
      scriptHelp: t("calendar:embed.scriptHelp"),
      frame: t("calendar:embed.frame"),
      frameHelp: t("calendar:embed.frameHelp"),
      preview: t("calendar:embed.preview"),
      frameTitle: title,
      privacy: t("calendar:embed.privacy"),
    },
    /** Values that the form keeps. */
    kept: (["event", "by", "venue", "organizer", "week"] as const).flatMap((name) => {
      const value = chosen[name];
      return value ? [{ name, value }] : [];
    }),
    fields: [
      {
        name: "city",
        label: t("calendar:embed.city"),
        value: chosen.city ?? "",
        options: [
          { value: "", label: t("calendar:embed.anywhere") },
          ...cities.map((one) => ({ value: one.slug, label: cityName(one, locale) })),
        ],
      },
      {
        name: "category",
        label: t("calendar:embed.category"),
        value: chosen.category ?? "",
        options: [
          { value: "", label: t("calendar:embed.everything") },
          ...CATEGORIES.map(({ name, slug, fa }) => ({
            value: slug,
            label: locale === "fa" ? fa : name,
          })),
        ],
      },
      {
        name: "list",
        label: t("calendar:embed.language"),
        value: chosen.lang,
        options: LOCALES.map((value) => ({ value, label: t(`calendar:embed.languages.${value}`) })),
      },
      {
        name: "theme",
        label: t("calendar:embed.theme"),
        value: chosen.theme,
        options: EMBED_THEMES.map((value) => ({
          value,
          label: t(`calendar:embed.themes.${value}`),
        })),
      },
      {
        name: "limit",
        label: t("calendar:embed.limit"),
        value: String(chosen.limit),
        options: [...new Set([...LIMITS, chosen.limit])]
          .sort((a, b) => a - b)
          .map((count) => ({ value: String(count), label: t("calendar:events", { count }) })),
      },
    ],
    accent: { label: t("calendar:embed.accent"), value: accent ? `#${accent}` : USUAL_ACCENT },
    src,
    script: `<script async src="${origin}${paths.embedScript()}" ${data.join(" ")}></script>`,
    frame: `<iframe src="${attribute(`${origin}${src}`)}" title="${attribute(title)}" width="100%" height="600" loading="lazy" style="border: 0"></iframe>`,
  };
}
