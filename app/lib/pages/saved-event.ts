/** DOM event a heart sends to the page after a save. */
export const SAVED_EVENT = "rooydad:saved";
