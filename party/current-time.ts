/**
 * The Worker's clock, UTC ms. Local runs may shift it, so that browser tests have a fixed day; a
 * deployment cannot.
 */
export const currentTime = (env: Pick<Env, "ENVIRONMENT" | "CLOCK_OFFSET_MS">): number =>
  Date.now() + (env.ENVIRONMENT === "local" ? Number(env.CLOCK_OFFSET_MS ?? 0) : 0);
