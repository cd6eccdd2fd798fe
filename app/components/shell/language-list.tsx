import type { FormEvent } from "react";
import { LOCALES } from "../../i18n/locale";
import { storeChoice } from "../../lib/http/stored-choice";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { LOADED_COUNT, withLoaded } from "../event-browser/loaded-count";
import classes from "./language-list.module.css";

/** The page comes anew, and with it a list from its beginning: it is asked for as far as it has been loaded. */
function keepLoaded({ currentTarget }: FormEvent<HTMLFormElement>) {
  const field = currentTarget.elements.namedItem("returnTo");
  const loaded = document.getElementById(LOADED_COUNT);
  if (field instanceof HTMLInputElement && loaded instanceof HTMLDataElement) field.value = withLoaded(field.value, Number(loaded.value));
}

/** Sets the language for good by a form; the list opens without a script. `here` is where one comes back to. */
export function LanguageList({ here }: { here: string }) {
  const { locale, t } = useText();
  return (
    <details className={classes.list}>
      <summary aria-label={`${t("common:language.label")}: ${t(`common:language.${locale}`)}`}>
        <Icon name="language" />
      </summary>
      <form method="post" action={paths.preferences()} onSubmit={keepLoaded}>
        <input type="hidden" name="returnTo" value={here} />
        {LOCALES.map((code) => (
          <button
            key={code}
            type="submit"
            name="language"
            value={code}
            lang={code}
            onClick={() => storeChoice("rooydad.language", code)}
            aria-current={code === locale || undefined}
          >
            <span>{t(`common:language.${code}`)}</span>
            {code === locale && <Icon name="check" size="s" />}
          </button>
        ))}
      </form>
    </details>
  );
}
