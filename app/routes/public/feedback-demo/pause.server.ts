/** Delay of slow demos, ms. */
const PAUSE = 1_500;

/** Resolves after the delay. */
export const pause = () => new Promise<void>((resolve) => setTimeout(resolve, PAUSE));
