import { useEffect, useState } from "react";
import type { Locale } from "../../i18n/locale";
import { syncLanguage } from "../../lib/api-client/sync-language";
import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { OnboardingDialog } from "../onboarding/onboarding-dialog";
import { ApiProvider, useApiClient } from "./use-api-client";

interface ViewerTasksProps {
  viewer: ViewerView;
  /** Whether to open onboarding. */
  asks: boolean;
  /** Language chosen in this browser, to store in the account. Null if there is none. */
  language: Locale | null;
}

/** Lazily loaded, with the texts of `onboarding` and `client`. */
export default function ViewerTasks({ viewer, asks, language }: ViewerTasksProps) {
  const [isDone, setDone] = useState(false);
  return (
    <ApiProvider>
      {language && <LanguageSync language={language} />}
      {asks && !isDone && (
        <OnboardingDialog name={viewer.displayName} onDone={() => setDone(true)} />
      )}
    </ApiProvider>
  );
}

/** Logs out. Submits a form, because a link cannot log out. */
function logOut() {
  const form = document.createElement("form");
  form.method = "post";
  form.action = paths.logout();
  document.body.appendChild(form);
  form.submit();
}

/** Language synced by this document. A failed sync is retried by the next document. */
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
