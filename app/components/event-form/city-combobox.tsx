import { type KeyboardEvent, useState } from "react";
import { hasWords, searchable, searchWords } from "../../lib/match-words";
import { useText } from "../text";
import classes from "./city-combobox.module.css";
import { idOf, useEventForm } from "./form-context";
import { FieldShell, useInputProps } from "./form-fields";

/** Location autocomplete needs so many characters (product.md §5). */
const LEAST = 2;
const SHOWN = 8;

/** Finds a city by the beginning of its words, in either language (WAI-ARIA APG, combobox with list autocomplete). */
export default function CityCombobox({ start }: { start: string }) {
  const { t } = useText();
  const { page, changed } = useEventForm();
  const cities = page.cities.flatMap(({ country, cities: found }) => found.map((city) => ({ ...city, country })));
  const [slug, setSlug] = useState(start);
  const nameOf = (of: string) => cities.find((city) => city.slug === of)?.name ?? "";
  const [typed, setTyped] = useState(nameOf(start));
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const props = useInputProps("city", { isRequired: true });
  const list = `${idOf("city")}-list`;
  const words = searchWords(typed);
  const isLong = [...typed.trim()].length >= LEAST;
  const found = isLong
    ? cities.filter(({ name, otherName, country }) => hasWords(searchable(`${name} ${otherName ?? ""} ${country}`), words)).slice(0, SHOWN)
    : [];

  const choose = (city: (typeof cities)[number] | undefined) => {
    setSlug(city?.slug ?? "");
    setTyped(city?.name ?? "");
    setOpen(false);
    changed();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setOpen(true);
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive(isOpen && found.length > 0 ? (active + step + found.length) % found.length : 0);
    } else if (event.key === "Enter" && isOpen && found.length > 0) {
      event.preventDefault();
      choose(found[active]);
    }
  };
  const isShown = isOpen && found.length > 0;
  return (
    <FieldShell
      name="city"
      label={t("authoring:field.city")}
      need="required"
      end={
        <small className={classes.state} role="status">
          {isOpen &&
            (!isLong
              ? t("authoring:city.typeMore")
              : found.length === 0
                ? t("authoring:city.none")
                : t("authoring:city.found", { count: found.length }))}
        </small>
      }
    >
      <div className={classes.box}>
        <input type="hidden" name="city" value={slug} />
        <input
          {...props}
          name={undefined}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={list}
          aria-activedescendant={isShown ? `${list}-${active}` : undefined}
          autoComplete="off"
          placeholder={t("authoring:city.choose")}
          value={typed}
          dir="auto"
          onChange={(event) => {
            setTyped(event.target.value);
            setSlug("");
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false);
            // A name that was typed out whole is as good as a choice.
            if (!slug && found.length === 1) choose(found[0]);
          }}
        />
        <div id={list} role="listbox" aria-label={t("authoring:field.city")} className={classes.list} hidden={!isShown}>
          {found.map((city, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys belong to the field, which keeps the focus
            <div
              key={city.slug}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Before the field loses its focus.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(city)}
            >
              <bdi>{city.name}</bdi>
              <small>
                {[city.otherName, city.country].filter(Boolean).map((part) => (
                  <bdi key={part}>{part}</bdi>
                ))}
              </small>
            </div>
          ))}
        </div>
      </div>
    </FieldShell>
  );
}
