import type { Deps } from "../lib/deps";
import type { Locale } from "./locale";

/** Long texts that are no part of the Worker (scripts/make-texts.mjs). @throws Error without them */
export const shippedTexts = async <Texts>(
  { deps, locale }: { deps: Pick<Deps, "shipped">; locale: Locale },
  name: string,
): Promise<Texts> => (await deps.shipped(`/texts/${name}.${locale}.json`)).json<Texts>();
