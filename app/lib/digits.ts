/** Persian and Arabic digits as ASCII ones. */
export const foldDigits = (text: string): string => text.replace(/[۰-۹٠-٩]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
