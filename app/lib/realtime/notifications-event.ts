/** The bell tells the page by it that there is something new, or that something was read or deleted. */
export const NOTIFICATIONS_EVENT = "rooydad:notifications";
