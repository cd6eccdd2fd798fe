import { Button } from "@mantine/core";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import page from "../admin/admin-page.module.css";
import { ErrorPage } from "../error-page";
import { useText } from "../text";

/** In the place of the cards where they could not be read (product.md §8). What is no failure of ours is said as everywhere. */
export function FlaggedFailure() {
  const { t } = useText();
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status < 500) return <ErrorPage />;
  return (
    <main id="main">
      <div className={page.empty}>
        <h1>{t("moderation:flagged.failed")}</h1>
        <p className={page.pages}>
          <Button component="a" href="">
            {t("common:tryAgain")}
          </Button>
        </p>
      </div>
    </main>
  );
}
