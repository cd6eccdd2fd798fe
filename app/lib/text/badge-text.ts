import type { Locale } from "../../i18n/locale";
import { localDigits } from "./digits";

const MAX_SHOWN = 99;

/** A count as badges show it: "99+" past 99, in the reader's digits (product.md §2). */
export const badgeText = (count: number, locale: Locale): string =>
  localDigits(count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count), locale);
