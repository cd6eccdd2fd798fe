import { Hono } from "hono";
import type { AppEnv } from "../../context";
import { answerError, notFound } from "./errors";
import { categories } from "./categories";
import { cities } from "./cities";
import { events } from "./events";

/** The JSON API for clients other than our pages (product.md §7, decisions.md §12). */
export const api = new Hono<AppEnv>();

api.route("/events", events);
api.route("/cities", cities);
api.route("/categories", categories);
api.all("*", notFound);
api.onError(answerError);
