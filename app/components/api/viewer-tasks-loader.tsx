import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/loaded-messages";
import { parseLocale } from "../../i18n/locale";
import { storedChoice } from "../../lib/http/stored-choice";
import { paths } from "../../lib/paths";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useViewer } from "../viewer";
import classes from "./viewer-tasks-loader.module.css";

/** Delay before onboarding opens (product.md §2), ms. */
const PATIENCE = 1_000;

const fetchTasks = async () => {
  const [tasks] = await Promise.all([
    import("./viewer-tasks"),
    loadTexts(["onboarding", "client"]),
  ]);
  return tasks;
};
// A failed import renders nothing, so that cached pages work offline.
const ViewerTasks = lazy<
  (...tasks: Parameters<Awaited<ReturnType<typeof fetchTasks>>["default"]>) => ReactNode
>(() => fetchTasks().catch(() => ({ default: () => null })));

const TypedAgain = lazy(() =>
  Promise.all([import("./typed-again"), loadTexts(["client"])])
    .then(([typed]) => typed)
    .catch(() => ({ default: () => null })),
);

/**
 * Background work of a page for a signed-in user: offers onboarding, stores the page's language in
 * the account, and restores a form whose session ended. Signed-out visitors download none of it.
 */
export function ViewerTasksLoader() {
  const { t } = useText();
  const viewer = useViewer();
  const id = viewer?.id;
  const isNew = viewer?.isOnboarded === false;
  const takesLanguage = viewer?.takesLanguage === true;
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => setDrawn(true), []);
  const [due, setDue] = useState<{
    asks: boolean;
    language: ReturnType<typeof parseLocale>;
  } | null>(null);
  useEffect(() => {
    setDue(null);
    if (!id) return;
    const language = takesLanguage ? parseLocale(storedChoice("rooydad.language")) : null;
    if (language) setDue({ asks: false, language });
    if (!isNew) return;
    // If the import fails, the next page tries again.
    const fetched = fetchTasks().then(
      () => true,
      () => false,
    );
    let isHere = true;
    const timer = setTimeout(async () => {
      if ((await fetched) && isHere) setDue({ asks: true, language });
    }, PATIENCE);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, [id, isNew, takesLanguage]);
  return (
    <>
      {isNew && (
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
          <TypedAgain />
        </Suspense>
      )}
      {viewer && due && (
        <Suspense>
          <ViewerTasks viewer={viewer} asks={due.asks} language={due.language} />
        </Suspense>
      )}
    </>
  );
}
