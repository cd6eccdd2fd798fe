import type { JobMessage } from "../app/lib/deps";
import { app } from "./app";
import { queue } from "./jobs/queue";
import { scheduled } from "./jobs/scheduled";
import { knownFirst } from "./known-answers";

export { CityRoom } from "../party/city-room";
export { RunRoom } from "../party/run-room";
export { UserRoom } from "../party/user-room";
export { PasswordKeys } from "./password-keys";
export { RateBudget } from "./rate-budget";

export default { fetch: knownFirst(app.fetch), queue, scheduled } satisfies ExportedHandler<
  Env,
  JobMessage
>;
