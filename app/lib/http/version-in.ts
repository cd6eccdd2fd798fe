/** The version that a form names; null if it names none. */
export const versionIn = (text: string) => (/^\d{1,9}$/.test(text) ? Number(text) : null);
