import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { Button } from "~/ui/button";
import { PageHead } from "../../ui/page-head";
import { useText } from "../../ui/text";
import { ErrorPage } from "../error-page";

/**
 * In the place of what could not be read (product.md §8). What is no failure of ours is said as everywhere.
 * @param title says what
 */
export function PageFailure({ title }: { title: "moderation:flagged.failed" | "admin-news:analytics.failed" }) {
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
