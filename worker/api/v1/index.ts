import { Hono } from "hono";
import * as v from "valibot";
import type { AppEnv } from "../../context";
import { bearer } from "../../middleware/bearer";
import { budgeted } from "../../middleware/budgeted";
import { admin, featureFlagsApi, notificationsAdminApi } from "./admin";
import { audit } from "./audit";
import { auth } from "./auth";
import { channelsApi } from "./channels";
import { citiesApi } from "./cities";
import { collectionsApi } from "./collections";
import { LangParameter } from "./describe";
import { docs } from "./docs";
import { draftsApi } from "./drafts";
import { emailTemplatesApi } from "./email-templates";
import { addEntrance } from "./entrance";
import { answerError, notFound } from "./errors";
import { eventsApi } from "./events";
import { identity } from "./identity";
import { ingestionApi } from "./ingestion";
import { mediaApi } from "./media";
import { myEventsApi } from "./my-events";
import { notificationRulesApi } from "./notification-rules";
import { notificationsApi } from "./notifications";
import { openApi } from "./openapi";
import { operation } from "./operation";
import { reportsApi } from "./reports";
import { closed, crossOrigin, readOnly, resource } from "./resource";
import { platformSettingsApi, uxSettingsApi } from "./settings";
import { sourcesApi } from "./sources";
import { categories, suggestionsApi } from "./suggestions";
import { usersApi } from "./users";
import { venuesApi } from "./venues";
import { webhooksApi } from "./webhooks";

/** The JSON API for clients other than our pages (product.md §7, decisions.md §12). */
export const api = new Hono<AppEnv>();

api.use(crossOrigin, bearer);
addEntrance(api);
api.route("/events", eventsApi);
api.route("/drafts", draftsApi);
api.route("/cities", citiesApi);
api.route("/venues", venuesApi);
api.route("/categories", categories);
api.route("/suggestions", suggestionsApi);
api.route("/collections", collectionsApi);
api.route("/identity", identity);
api.route("/auth", auth);
api.route("/users", usersApi);
api.route("/notifications", notificationsApi);
api.route("/me/webhooks", webhooksApi);
api.route("/me/events", myEventsApi);
api.route("/media", mediaApi);
api.route("/audit", audit);
api.route("/admin", admin);
api.route("/admin/reports", reportsApi);
api.route("/admin/ingestion", ingestionApi);
api.route("/admin/sources", sourcesApi);
api.route("/admin/channels", channelsApi);
api.route("/admin/platform-settings", platformSettingsApi);
api.route("/admin/ux-settings", uxSettingsApi);
api.route("/admin/feature-flags", featureFlagsApi);
api.route("/admin/notification-rules", notificationRulesApi);
api.route("/admin/email-templates", emailTemplatesApi);
api.route("/admin/notifications", notificationsAdminApi);
resource(api, "/openapi.json", {
  GET: operation({
    operationId: "getDescription",
    budget: ["reads", "page"],
    tag: "description",
    isKept: true,
    query: LangParameter,
    meanings: { lang: "language" },
    answer: { schema: v.looseObject({ openapi: v.string() }), example: { openapi: "3.1.0" } },
    run: ({ c }) => openApi(api, c),
  }),
});
for (const path of ["/docs", "/docs/:name"])
  readOnly(api, path, budgeted("reads", "page"), docs(api));
api.all("*", budgeted("reads", "constant"), closed, notFound);
api.onError(answerError);
