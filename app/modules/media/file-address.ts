import * as v from "valibot";
import { webUrl } from "../../lib/http/web-url";

const LENGTH_MAX = 2_000;

/** A file that was uploaded here, or one elsewhere by https, as the policy of our pages allows. */
export const FileAddress = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(LENGTH_MAX, "errors:issue.tooLong"),
  v.check(
    (text) =>
      /^\/media\/([a-z0-9_-]+\/)*[a-z0-9_-]+\.[a-z0-9]+$/.test(text) ||
      webUrl(text)?.protocol === "https:",
    "errors:issue.fileAddress",
  ),
);
