import { useEffect, useState } from "react";
import type { Locale } from "../../i18n/locale";
import { syncLanguage } from "../../lib/api-client/sync-language";
import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { OnboardingDialog } from "../onboarding/onboarding-dialog";
import { ApiProvider, useApiClient } from "./use-api-client";

interface ViewerTasksProps {
  viewer: ViewerView;
  /** Whether the onboarding is to begin. */
  asks: boolean;
  /** Chosen in this browser, and to be kept with the account; null where nothing is. */
  language: Locale | null;
}

/** Lazily loaded, with the texts of `onboarding` and `client`. */
export default function ViewerTasks({ viewer, asks, language }: ViewerTasksProps) {
  const [isDone, setDone] = useState(false);
  return (
    <ApiProvider>
      {language && <LanguageSync language={language} />}
      {asks && !isDone && <OnboardingDialog name={viewer.displayName} onDone={() => setDone(true)} />}
    </ApiProvider>
  );
}

/** Ends the session for good: by a form, since a link cannot log out. */
function logOut() {
  const form = document.createElement("form");
  form.method = "post";
  form.action = paths.logout();
  document.body.appendChild(form);
  form.submit();
}

/** Once a document is enough; a failure waits for the next one. */
let synced: Locale | null = null;

function LanguageSync({ language }: { language: Locale }) {
  const client = useApiClient();
  useEffect(() => {
    if (synced === language) return;
    synced = language;
    void syncLanguage(client, language, logOut);
  }, [client, language]);
  return null;
}
