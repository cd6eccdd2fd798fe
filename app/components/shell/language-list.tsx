import type { FormEvent } from "react";
import { LOCALES } from "../../i18n/locale";
import { storeChoice } from "../../lib/http/stored-choice";
import { LOADED_COUNT, withLoaded } from "../../lib/pages/list-view";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "./header-menu.module.css";

/**
 * Adds the number of loaded events to the return path, because the new document starts the list
 * again.
 */
function keepLoaded({ currentTarget }: FormEvent<HTMLFormElement>) {
  const field = currentTarget.elements.namedItem("returnTo");
  const loaded = document.getElementById(LOADED_COUNT);
  if (field instanceof HTMLInputElement && loaded instanceof HTMLDataElement)
    field.value = withLoaded(field.value, Number(loaded.value));
}

/** Form that sets the language permanently. Works without JavaScript. `here`: return path. */
export function LanguageList({ here }: { here: string }) {
  const { locale, t } = useText();
  return (
    <details className={classes.menu}>
      <summary
        className="rd-square"
        aria-label={`${t("common:language.label")}: ${t(`common:language.${locale}`)}`}
      >
        <Icon name="language" />
      </summary>
      <form
        className={`${classes.panel} rd-popup`}
        method="post"
        action={paths.preferences()}
        onSubmit={keepLoaded}
      >
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
