/** The event by which the bell tells the page of new, read or deleted notifications. */
export const NOTIFICATIONS_EVENT = "rooydad:notifications";
