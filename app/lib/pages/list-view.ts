/** Views of a list of events. */
export const LIST_VIEWS = ["rows", "grid", "week", "month", "map"] as const;
export type ListView = (typeof LIST_VIEWS)[number];

/** Views of the list's address that are pages of their own. */
export const OTHER_VIEWS: readonly string[] = ["calendar", "favourites"];

/** The view of the parameter or cookie `view`; null for any other value. */
export const readListView = (text: string | null): ListView | null =>
  LIST_VIEWS.find((view) => view === text) ?? null;
