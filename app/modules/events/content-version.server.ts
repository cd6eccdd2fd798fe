export { bumpContentVersion } from "../page-cache/content-version.server";
