/** The bell tells the page by it that there is something new, or that something was read or deleted. */
export const NEWS_EVENT = "rooydad:news";
