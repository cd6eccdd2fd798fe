import { useSubmit } from "@remix-run/react";
import { type ComponentType, type RefObject, useRef, useState } from "react";
import { loadTexts } from "../../i18n/loaded-messages";
import { ALL_CITIES } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import form from "../search-form/search-form.module.css";
import { useHomeCity } from "../viewer";

/**
 * The input of a search form of visitors. Its first focus loads the suggestions, so that pages do
 * not weigh more; until then, without JavaScript, and if they do not load, it is a plain input.
 */
function SearchInput({ defaultValue }: { defaultValue?: string }) {
  const { t } = useText();
  const input = useRef<HTMLInputElement>(null);
  const [Suggestions, setSuggestions] = useState<ComponentType<{
    input: RefObject<HTMLInputElement | null>;
  }> | null>(null);
  const load = () => {
    if (Suggestions) return;
    Promise.all([import("./suggestions"), loadTexts(["suggestions"])]).then(
      ([loaded]) => setSuggestions(() => loaded.Suggestions),
      () => {},
    );
  };
  return (
    <>
      <input
        ref={input}
        id="q"
        name="q"
        type="search"
        maxLength={200}
        defaultValue={defaultValue}
        placeholder={t("events:list.whatPlaceholder")}
        autoComplete="off"
        dir="auto"
        onFocus={load}
        // The focus may have come before the script.
        onInput={load}
      />
      {Suggestions && <Suggestions input={input} />}
    </>
  );
}

interface SearchFieldsProps {
  /** The words so far. */
  words?: string;
  /** Slugs and names; null without a choice of city, in low bars that show no labels. */
  cities: readonly (readonly [slug: string, name: string])[] | null;
  /** Slug of the chosen city. */
  city?: string | null;
  /**
   * Slug of the city that the list is of without a choice; the words may name another place then.
   */
  implied?: string | null | undefined;
  /** Class of each field. */
  className?: string;
}

/** The words and the city of a search form. */
export function SearchFields({ words, cities, city, implied, className = "" }: SearchFieldsProps) {
  const { t } = useText();
  // Without a value the list would be that of the reader's city.
  const anywhere = useHomeCity()?.slug ? ALL_CITIES : "";
  const field = `${form.field} ${className}`;
  return (
    <>
      <div className={field} data-wide>
        <Icon name="search" />
        <div>
          <label className={cities ? undefined : "rd-hidden"} htmlFor="q">
            {t("events:list.what")}
          </label>
          <SearchInput key={words} defaultValue={words} />
        </div>
      </div>
      {cities && (
        <div className={field}>
          <Icon name="map-pin" />
          <div>
            <label htmlFor="search-city">{t("events:list.where")}</label>
            <select
              id="search-city"
              name="city"
              defaultValue={city === implied ? "" : (city ?? anywhere)}
              key={city}
            >
              <option value={anywhere}>{t("events:list.anywhere")}</option>
              {cities.map(([slug, name]) => (
                <option key={slug} value={slug === implied ? "" : slug}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        </div>
      )}
    </>
  );
}

/** Id of the search form, for the `form` attribute of fields outside of it. */
export const BROWSE_FORM = "browse";

/** Parameters of a search form, without empty fields. */
export function submittedParams(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams();
  for (const [name, value] of new FormData(form))
    if (typeof value === "string" && value !== "") params.append(name, value);
  const words = form.elements.namedItem("q");
  // New words may need the filters that were removed from the old words.
  if (words instanceof HTMLInputElement && words.value !== words.defaultValue)
    params.delete("without");
  return params;
}

/**
 * Returns a function that loads the list for the form by client navigation. @param replaces from a
 * sheet: its entry in history becomes that of the list
 */
export function useAsk(action: string, replaces = false): (form: HTMLFormElement) => void {
  const submit = useSubmit();
  return (form) =>
    submit(submittedParams(form), {
      action,
      method: "get",
      preventScrollReset: true,
      replace: replaces,
    });
}
