import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Button } from "~/ui/button";
import { PageHead } from "../../ui/page-head";
import { useText } from "../../ui/text";
import { ErrorPage } from "../error-page";

/**
 * Replaces content that failed to load (product.md §8). Errors caused by the reader show their
 * usual page.
 * @param title key of the heading
 */
export function PageFailure({
  title,
}: {
  title: "moderation:flagged.failed" | "notification-admin:analytics.failed";
}) {
  const { t } = useText();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />;
  return (
    <main id="main">
      <PageHead
        title={t(title)}
        actions={
          <Button component="a" href="">
            {t("common:tryAgain")}
          </Button>
        }
      />
    </main>
  );
}
