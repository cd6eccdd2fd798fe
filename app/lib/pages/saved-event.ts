/** The event by which a heart tells the page of a save. */
export const SAVED_EVENT = "rooydad:saved";
