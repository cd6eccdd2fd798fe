/** The Worker's clock, UTC ms: local runs may live in another moment, so that browser tests know what day it is; the deployed product cannot. */
export const currentTime = (env: Pick<Env, "ENVIRONMENT" | "CLOCK_OFFSET_MS">): number =>
  Date.now() + (env.ENVIRONMENT === "local" ? Number(env.CLOCK_OFFSET_MS ?? 0) : 0);
