/**
 * Letters, digits, marks and signs, but for those that look like nothing: fillers of Hangul, and
 * the empty cell of Braille.
 */
const VISIBLE = /(?![\u115F\u1160\u2800\u3164\uFFA0])[\p{L}\p{N}\p{P}\p{S}]/u;

/** Whether anything of a text can be seen: spaces and joiners alone are as blank as nothing. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);
