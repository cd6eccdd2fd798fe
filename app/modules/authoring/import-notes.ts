/** Import problems that the reviewer of an imported event should check. */
export const IMPORT_NOTES = ["repeats", "several", "noEnd", "translate", "noCity", "noTime", "noPicture"] as const;
export type ImportNote = (typeof IMPORT_NOTES)[number];
