import { Button } from "@mantine/core";
import { isRouteErrorResponse, useRouteError } from "@remix-run/react";
import { useText } from "../../ui/text";
import { ErrorPage } from "../error-page";
import page from "./admin-page.module.css";

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
      <div className={page.empty}>
        <h1>{t(title)}</h1>
        <p className={page.pages}>
          <Button component="a" href="">
            {t("common:tryAgain")}
          </Button>
        </p>
      </div>
    </main>
  );
}
