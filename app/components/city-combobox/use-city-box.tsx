import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useState } from "react";
import { hasWords, searchable, searchWords } from "../../lib/text/match-words";
import classes from "./city-combobox.module.css";

/** Minimum number of characters for location autocomplete (product.md §5). */
const LEAST = 2;
const SHOWN = 8;

/** Cities grouped by country. */
export type CityGroups = readonly {
  country: string;
  cities: readonly { slug: string; name: string; otherName: string | null }[];
}[];

interface CityBoxOptions {
  groups: CityGroups;
  /** Slug of the initially selected city, or "". */
  start: string;
  /** Id and ARIA attributes of the text input. */
  input: Pick<InputHTMLAttributes<HTMLInputElement>, "id" | "required" | "aria-invalid" | "aria-describedby" | "aria-required">;
  label: string;
  words: { choose: string; typeMore: string; none: string; found: (count: number) => string };
  onChosen?: () => void;
}

/**
 * City field with autocomplete by word prefixes in both languages (WAI-ARIA APG, combobox with list autocomplete). Submits the
 * slug as `city`. Returns the field and its status text, to render below it.
 */
export function useCityBox({ groups, start, input, label, words: say, onChosen }: CityBoxOptions): { field: ReactNode; state: ReactNode } {
  const cities = groups.flatMap(({ country, cities: found }) => found.map((city) => ({ ...city, country })));
  const [slug, setSlug] = useState(start);
  const [typed, setTyped] = useState(cities.find((city) => city.slug === start)?.name ?? "");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = `${input.id}-list`;
  const words = searchWords(typed);
  const isLong = [...typed.trim()].length >= LEAST;
  const found = isLong
    ? cities.filter(({ name, otherName, country }) => hasWords(searchable(`${name} ${otherName ?? ""} ${country}`), words)).slice(0, SHOWN)
    : [];

  const choose = (city: (typeof cities)[number] | undefined) => {
    setSlug(city?.slug ?? "");
    setTyped(city?.name ?? "");
    setOpen(false);
    onChosen?.();
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
  return {
    state: (
      <small className={classes.state} role="status">
        {isOpen && (!isLong ? say.typeMore : found.length === 0 ? say.none : say.found(found.length))}
      </small>
    ),
    field: (
      <div className={classes.box}>
        <input type="hidden" name="city" value={slug} />
        <input
          {...input}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={list}
          aria-activedescendant={isShown ? `${list}-${active}` : undefined}
          autoComplete="off"
          placeholder={say.choose}
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
            // A single match counts as selected.
            if (!slug && found.length === 1) choose(found[0]);
          }}
        />
        <div id={list} role="listbox" aria-label={label} className={classes.list} hidden={!isShown}>
          {found.map((city, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
            <div
              key={city.slug}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Keeps the focus in the input.
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
    ),
  };
}
