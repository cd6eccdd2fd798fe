import { translatorFor } from "../../../i18n/messages.server";
import { shippedTexts } from "../../../i18n/shipped-texts.server";
import { formatDate, startOfDay } from "../../../lib/dates/dates.server";
import { AppError } from "../../../lib/errors";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { LEGAL_PAGES, type LegalPage, paths } from "../../../lib/paths";
import { siteTexts } from "../../../modules/settings/site-texts.server";

type Texts = typeof import("../../../locales/en/legal.json");

const isLegalPage = (name: string | undefined): name is LegalPage =>
  LEGAL_PAGES.some((page) => page === name);

/** One of the legal pages (product.md §2). @throws AppError("not-found") for any other name */
export async function readLegalPage(context: RequestContext, name: string | undefined) {
  if (!isLegalPage(name)) throw new AppError("not-found");
  const t = translatorFor(context.locale);
  const { plain, inline } = siteTexts(context);
  const texts = await shippedTexts<Texts>(context, "legal");
  const page = texts[name];
  const title = plain(page.title);
  return {
    head: pageHead(context, paths.legal(name), {
      title,
      description: plain(page.description),
      type: "article",
    }),
    title,
    updated: {
      day: page.updated,
      text: t("pages:legal.updated", {
        date: formatDate(startOfDay(page.updated, "UTC"), "UTC", context, { weekday: false }),
      }),
    },
    intro: page.intro.map(inline),
    sections: page.sections.map(({ id, heading, paragraphs }) => ({
      id,
      heading: plain(heading),
      paragraphs: paragraphs.map(inline),
    })),
    pages: LEGAL_PAGES.map((other) => ({
      href: paths.legal(other),
      title: plain(texts[other].title),
      isHere: other === name,
    })),
  };
}
