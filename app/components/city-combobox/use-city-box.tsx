import { type InputHTMLAttributes, type KeyboardEvent, type ReactNode, useState } from "react";
import { hasWords, searchable, searchWords } from "../../lib/text/match-words";
import classes from "./city-combobox.module.css";

/** Location autocomplete needs so many characters (product.md §5). */
const LEAST = 2;
const SHOWN = 8;

/** Cities as lists of them have them, by country. */
export type CityGroups = readonly {
  country: string;
  cities: readonly { slug: string; name: string; otherName: string | null }[];
}[];

interface CityBoxOptions {
  groups: CityGroups;
  /** The slug of the city that is chosen at first; "" for none. */
  start: string;
  /** What the visible field is to have: its id, and what describes it. */
  input: Pick<InputHTMLAttributes<HTMLInputElement>, "id" | "required" | "aria-invalid" | "aria-describedby" | "aria-required">;
  label: string;
  words: { choose: string; typeMore: string; none: string; found: (count: number) => string };
  onChosen?: () => void;
}

/**
 * A field that finds a city by the beginning of its words, in either language (WAI-ARIA APG, combobox with list
 * autocomplete), and sends its slug as "city"; and what to say of what was found, to stand below it.
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
            // A name that was typed out whole is as good as a choice.
            if (!slug && found.length === 1) choose(found[0]);
          }}
        />
        <div id={list} role="listbox" aria-label={label} className={classes.list} hidden={!isShown}>
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
    ),
  };
}
