/** DOM event that a heart sends to the page; its `detail` is 1 after a save, -1 after a removal. */
export const SAVED_EVENT = "rooydad:saved";
