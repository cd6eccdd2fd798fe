import { Hono } from "hono";
import { api } from "./api/v1";
import type { AppEnv } from "./context";
import { covers } from "./covers";
import { answerUncaught } from "./failures";
import { health } from "./health";
import { jwks } from "./jwks";
import { media } from "./media";
import { closedForMaintenance } from "./middleware/maintenance";
import { noteViews } from "./middleware/note-views";
import { checkOrigin } from "./middleware/origin";
import { pageCache } from "./middleware/page-cache";
import { refuseBadConfiguration } from "./middleware/refuse-bad-configuration";
import { requestInfo } from "./middleware/request-info";
import { securityHeaders } from "./middleware/security-headers";
import { pageSession } from "./middleware/session";
import { pages } from "./pages";
import { parties } from "./parties";

/** Every request's one way in: from the outermost middleware to the page, the API or the room. */
export const app = new Hono<AppEnv>();

app.use(refuseBadConfiguration, requestInfo, securityHeaders);
app.all("/parties/*", parties);
app.get("/healthz", health);
app.get("/covers/*", covers);
app.get("/media/*", media);
app.get("/.well-known/jwks.json", jwks);
app.route("/api/v1", api);
app.use(checkOrigin, pageSession, closedForMaintenance, noteViews, pageCache);
app.all("*", pages);
app.onError(answerUncaught);
