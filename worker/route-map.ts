import * as build from "virtual:remix/server-build";
import { createRouteMap } from "../app/lib/pages/route-map.server";

/** The pages and other routes of this build by address. */
export const routeMap = createRouteMap(build.routes);
