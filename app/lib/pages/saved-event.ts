/** The heart tells the page by it that somebody has saved an event. */
export const SAVED_EVENT = "rooydad:saved";
