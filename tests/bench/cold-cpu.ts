import type { Served } from "./serve";
import { spentByWorkerd } from "./workerd-process";

const words = (text: string) => encodeURIComponent(text);
const TWELVE = words(
  "free poetry night setar jazz workshop dance festival gallery story outdoor chess",
);
const TWELVE_FA = words(
  "شب جمعه رایگان اصفهان شیراز کودک نمایشگاه کارگاه رقص جشنواره کتاب خانواده",
);

/** Names in Tajik letters, each with many Persian spellings. */
const TWELVE_TG = words(
  "Қубодӣ Баҳман Ҷуброн Гугуш Бедил Ҳумоюн Шаҷариён Шабнам Сурайё Маҳмуд Фуруғ Саттор",
);

/** Anonymous requests, each the first of an isolate. */
export const COLD_REQUESTS: Readonly<Record<string, string>> = {
  "page: /": "/",
  "page: /events": "/events",
  "page: /events?x=1": "/events?x=1",
  "page: /events?when=month": "/events?when=month",
  "page: a city": "/cities/tehran",
  "page: /discover": "/discover",
  "search of a word": "/events?q=music",
  "search of 12 words": `/events?q=${TWELVE}`,
  "search of 12 Persian words": `/events?q=${TWELVE_FA}`,
  "search of 12 Tajik names": `/events?q=${TWELVE_TG}`,
  "API: search of 12 words": `/api/v1/events?q=${TWELVE}`,
  "feed: /events.ics?when=month": "/events.ics?when=month",
  "map: points of a month": "/maps/points.json?when=month",
  "suggestions, with their index": "/api/v1/suggestions?q=mus",
};

const ROUNDS = 3;

/**
 * Processor time of a whole workerd, D1 included, for a request to an isolate that has answered
 * nothing but a constant; the median of three. No other workerd of this process may run.
 * @returns ms
 */
export async function measureColdCpu(start: () => Promise<Served>, path: string): Promise<number> {
  const spent: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { miniflare, url } = await start();
    for (const constant of ["/healthz", "/offline"]) await (await fetch(url + constant)).text();
    const before = spentByWorkerd().cpuSeconds;
    const response = await fetch(url + path);
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${path} answered ${response.status}.`);
    spent.push((spentByWorkerd().cpuSeconds - before) * 1_000);
    await miniflare.dispose();
  }
  return spent.sort((a, b) => a - b)[1] ?? Number.NaN;
}
