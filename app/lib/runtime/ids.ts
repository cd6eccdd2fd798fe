/** A UUID as text (RFC 9562 §4), in lower case, for use in patterns. */
export const UUID_PATTERN = "[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}";

/** A whole text that is one. */
export const UUID = new RegExp(`^${UUID_PATTERN}$`);

/** Whether a text has the form of an id: nothing else is looked for in the database. */
export const isUuid = (text: string): boolean => UUID.test(text);
