/** DOM event the bell sends to the page for new, read or deleted notifications. */
export const NOTIFICATIONS_EVENT = "rooydad:notifications";
