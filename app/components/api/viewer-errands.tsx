import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/loaded-messages";
import { parseLocale } from "../../i18n/locale";
import { storedChoice } from "../../lib/http/stored-choice";
import type { ViewerView } from "../../lib/pages/views";

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
 * Offers onboarding, stores the page's language in the account, and restores a form whose session
 * ended.
 */
export default function ViewerErrands({ viewer }: { viewer: ViewerView }) {
  const { id, takesLanguage } = viewer;
  const isNew = !viewer.isOnboarded;
  const [due, setDue] = useState<{
    asks: boolean;
    language: ReturnType<typeof parseLocale>;
  } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another account has other tasks
  useEffect(() => {
    setDue(null);
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
      <Suspense>
        <TypedAgain />
      </Suspense>
      {due && (
        <Suspense>
          <ViewerTasks viewer={viewer} asks={due.asks} language={due.language} />
        </Suspense>
      )}
    </>
  );
}
