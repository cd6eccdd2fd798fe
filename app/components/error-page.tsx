import { useRouteError } from "@remix-run/react";
import { Suspense } from "react";
import { lazyPart } from "../ui/lazy-part";
// Here too, so that the page has its styles without a script.
import "../ui/button.module.css";
import "./error-page.module.css";
import "./hodhod/hodhod.module.css";

const { prepare, Part } = lazyPart<{ error: unknown }>(
  "error-page",
  async () => (await import("./error-panel")).ErrorPanel,
);

export const prepareErrorPage = prepare;

/**
 * Error page of every route: 404, maintenance, rate limit, offline or an unexpected error with its
 * request id. Errors of the browser have no request id. Few visits need it, so it loads with them.
 */
export function ErrorPage() {
  const error = useRouteError();
  return (
    <div id="error-page">
      <Suspense>
        <Part error={error} />
      </Suspense>
    </div>
  );
}
