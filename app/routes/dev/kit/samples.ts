import english from "./samples.en.json";
import persian from "./samples.fa.json";

export type KitWords = Omit<typeof english, "numbers"> & { numbers: Record<string, string> };

/** The texts of `/dev/kit` by language. */
export const SAMPLES: Record<"en" | "fa", KitWords> = { en: english, fa: persian };
