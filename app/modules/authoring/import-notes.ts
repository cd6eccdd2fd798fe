/** What an import could not take over as it stands, for the person who reviews it. */
export const IMPORT_NOTES = ["repeats", "several", "noEnd", "translate", "noCity", "noTime", "noPicture"] as const;
export type ImportNote = (typeof IMPORT_NOTES)[number];
