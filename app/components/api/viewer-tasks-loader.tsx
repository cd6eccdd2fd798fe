import { type ComponentType, lazy, Suspense, useEffect, useState } from "react";
import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useViewer } from "../viewer";
import classes from "./viewer-tasks-loader.module.css";

// A failed import renders nothing, so that cached pages work offline.
const ViewerErrands = lazy<ComponentType<{ viewer: ViewerView }>>(() =>
  import("./viewer-errands").catch(() => ({ default: () => null })),
);

/** Background work of a page for a signed-in user. Signed-out visitors download none of it. */
export function ViewerTasksLoader() {
  const { t } = useText();
  const viewer = useViewer();
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  return (
    <>
      {viewer?.isOnboarded === false && (
        <noscript>
          <p className={classes.invitation}>
            <Link className="rd-link" to={paths.onboarding()}>
              {t("common:account.onboarding")}
            </Link>
          </p>
        </noscript>
      )}
      {viewer && isDrawn && (
        <Suspense>
          <ViewerErrands viewer={viewer} />
        </Suspense>
      )}
    </>
  );
}
