import { pageHead } from "../../lib/page-head.server";
import { paths } from "../../lib/paths";
import en from "../../locales/en/how-it-works.json";
import fa from "../../locales/fa/how-it-works.json";
import type { ContentContext } from "./content-context";
import { siteTexts } from "./site-texts.server";

const TEXTS = { en, fa };

export function readHowItWorks(context: ContentContext) {
  const { plain, inline } = siteTexts(context);
  const { title, description, lead, steps, principles, faqTitle, faq } = TEXTS[context.locale];
  return {
    head: pageHead(context, paths.howItWorks(), { title, description }),
    title,
    lead,
    steps,
    principles,
    faqTitle,
    faq: faq.map(({ question, answer }) => ({ question: plain(question), answer: inline(answer) })),
  };
}
