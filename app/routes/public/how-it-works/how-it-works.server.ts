import { shippedTexts } from "../../../i18n/shipped-texts.server";
import type { Deps } from "../../../lib/deps";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { paths } from "../../../lib/paths";
import { siteTexts } from "../../../modules/settings/site-texts.server";
import { siteNumbers } from "../site-numbers.server";

type Texts = typeof import("../../../locales/en/how-it-works.json");

/** The page "How it works" (product.md §2). */
export async function readHowItWorks(context: RequestContext & { deps: Deps }) {
  const { plain, inline } = siteTexts(context, await siteNumbers(context));
  const texts = await shippedTexts<Texts>(context, "how-it-works");
  const { title, description, lead, steps, principles, faqTitle, faq } = texts;
  return {
    head: pageHead(context, paths.howItWorks(), { title, description }),
    title,
    lead,
    steps: steps.map((step) => ({ title: step.title, text: plain(step.text) })),
    principles,
    faqTitle,
    faq: faq.map(({ question, answer }) => ({ question: plain(question), answer: inline(answer) })),
  };
}
