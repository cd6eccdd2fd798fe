import { DAY } from "../../lib/dates/durations";
import type { Deps } from "../../lib/deps";
import { fencedPrompt } from "../../lib/text/fence-text";
import { searchKey } from "../../lib/text/search-text";
import { settingsOf } from "../settings/platform-settings.server";

/** Longest answer, characters, and words of it. */
const [LONGEST, MOST] = [120, 6];

const INSTRUCTIONS = `These are the words of a search among events that found nothing. Say in one to four plain words what kind of event or subject is meant, as titles and tags of events would, in the language of the search. Name no day, place, price or person that is not there. Answer with these words alone.`;

/** The words of an answer; null where it is none. */
function wordsOf(answer: string, typed: string): string | null {
  const [line = ""] = answer.trim().split("\n");
  const words = line.replace(/[^\p{L}\p{M}\p{N}\u200c' -]/gu, " ").trim();
  const key = searchKey(words);
  const count = key.split(" ").filter(Boolean).length;
  return count === 0 || count > MOST || key === searchKey(typed) ? null : words;
}

/**
 * What a model takes the words of a search for that found nothing; kept by the folded words for a
 * day. Null without a model, where drafting is off, and where it fails, is late or says nothing.
 */
export async function rewriteWords(
  deps: Pick<Deps, "db" | "memo" | "rewriter">,
  words: string,
): Promise<string | null> {
  const { memo, rewriter } = deps;
  if (!rewriter || !(await settingsOf(deps)).features.enableDrafting) return null;
  const ask = async () => {
    let answer = "";
    for await (const part of rewriter.ask(fencedPrompt(INSTRUCTIONS, words))) {
      answer += part;
      if (answer.length > LONGEST) break;
    }
    return wordsOf(answer.slice(0, LONGEST), words);
  };
  return memo.get(`rewritten:${searchKey(words)}`, DAY, ask).catch(() => null);
}
