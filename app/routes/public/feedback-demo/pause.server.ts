/** How long the feedback page makes people wait, ms: long enough to see, within what a network may take. */
const PAUSE = 1_500;

/** Lets time pass without using any of it. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE));
