import { foldDigits } from "./digits";

/** A number as people type it, in digits of either language and with any decimal sign; NaN for what is none. */
export function parseTypedNumber(typed: string): number {
  const text = foldDigits(typed.trim()).replace(/[,٫]/, ".").replace("−", "-");
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
