import { foldDigits } from "./digits";

/** Parses a typed number, digits of either language and any decimal sign; NaN when invalid. */
export function parseTypedNumber(typed: string): number {
  const text = foldDigits(typed.trim()).replace(/[,٫]/, ".").replace("−", "-");
  return /^[+-]?\d+(?:\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
