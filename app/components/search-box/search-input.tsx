import { type ComponentType, type RefObject, useRef, useState } from "react";
import { loadTexts } from "../../i18n/loaded-messages";
import { useText } from "../../ui/text";

/**
 * The input of a search form of visitors. Its first focus loads the suggestions, so that pages do
 * not weigh more; until then, without JavaScript, and if they do not load, it is a plain input.
 */
export function SearchInput({ defaultValue }: { defaultValue?: string }) {
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
