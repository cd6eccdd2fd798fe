import { translatorFor } from "../../../i18n/messages.server";
import { shippedTexts } from "../../../i18n/shipped-texts.server";
import type { Deps } from "../../../lib/deps";
import type { RequestContext } from "../../../lib/http/request-context";
import { pageHead } from "../../../lib/pages/page-head.server";
import { paths } from "../../../lib/paths";
import { siteTexts } from "../../../modules/settings/site-texts.server";
import { siteNumbers } from "../site-numbers.server";

type Texts = typeof import("../../../locales/en/help.json");
/** Maximum length of a search query. */
const MAX_WORDS = 200;

/**
 * The help centre: all answers by group, and the query. The page filters them itself, without
 * requests.
 */
export async function readHelp(context: RequestContext & { deps: Deps }, params: URLSearchParams) {
  const t = translatorFor(context.locale);
  const { plain, inline, supportEmail } = siteTexts(context, await siteNumbers(context));
  const texts = await shippedTexts<Texts>(context, "help");
  const query = (params.get("q") ?? "").slice(0, MAX_WORDS).trim();
  return {
    head: pageHead(context, paths.help(), {
      title: t("pages:help.title"),
      description: t("pages:help.description"),
      ...(query ? { noindex: true } : null),
    }),
    query,
    supportEmail,
    groups: texts.groups.map(({ id, title, items }) => ({
      id,
      title,
      items: items.map((item) => ({
        id: item.id,
        question: plain(item.question),
        answer: item.answer.map(inline),
      })),
    })),
  };
}
