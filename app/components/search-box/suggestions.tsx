import { useNavigate } from "@remix-run/react";
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react";
import { forgetChoice, storeChoice, storedChoice } from "../../lib/http/stored-choice";
import type { SuggestionsView } from "../../lib/pages/views";
import { ALL_CITIES, paths } from "../../lib/paths";
import { Icon, Star } from "../../ui/icon";
import { useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import { useHomeCity } from "../viewer";
import classes from "./suggestions.module.css";

const KEY = "rooydad.searches";
const MOST = 6;
const LONGEST = 200;

/**
 * The latest searches of this device, newest first; none where storage is blocked or holds
 * something else.
 */
export function recentSearches(): string[] {
  try {
    const stored: unknown = JSON.parse(storedChoice(KEY) ?? "[]");
    return Array.isArray(stored)
      ? stored.filter((text) => typeof text === "string" && text.trim() !== "").slice(0, MOST)
      : [];
  } catch {
    return [];
  }
}

/** Keeps a search on this device; it is never sent. */
export function rememberSearch(text: string): void {
  const search = text.trim().slice(0, LONGEST);
  if (search === "") return;
  storeChoice(
    KEY,
    JSON.stringify(
      [search, ...recentSearches().filter((other) => other !== search)].slice(0, MOST),
    ),
  );
}

export const forgetSearches = (): void => forgetChoice(KEY);

interface SuggestionsProps {
  /** The input of a search form. */
  input: RefObject<HTMLInputElement | null>;
}

interface Option {
  key: string;
  content: ReactNode;
  choose: () => void;
}

interface Group {
  title: string;
  options: Option[];
}

/** Letters that a request needs (product.md §5). */
const LEAST = 2;
/** Rest after a letter before a request, ms. */
const REST = 150;

const isLong = (typed: string) => [...typed.trim()].length >= LEAST;

/**
 * The API's suggestions for a text; null before two letters, and when it fails. An outdated request
 * is cancelled.
 */
function useSuggestions(typed: string): SuggestionsView | null {
  const { locale } = useText();
  const [suggestions, setSuggestions] = useState<SuggestionsView | null>(null);
  useEffect(() => {
    if (!isLong(typed)) {
      setSuggestions(null);
      return;
    }
    const request = new AbortController();
    const ask = async () => {
      try {
        const answer = await fetch(paths.apiSuggestions({ q: typed.trim(), lang: locale }), {
          signal: request.signal,
        });
        setSuggestions(answer.ok ? ((await answer.json()) as SuggestionsView) : null);
      } catch {
        if (!request.signal.aborted) setSuggestions(null);
      }
    };
    const timer = setTimeout(ask, REST);
    return () => {
      clearTimeout(timer);
      request.abort();
    };
  }, [typed, locale]);
  return suggestions;
}

/**
 * Turns a search input into a combobox with suggestions in groups (WAI-ARIA APG, combobox with list
 * autocomplete).
 */
export function Suggestions({ input: ref }: SuggestionsProps) {
  const { t } = useText();
  const home = useHomeCity();
  const id = useId();
  const navigate = useNavigate();
  const address = useAddress();
  const [typed, setTyped] = useState(ref.current?.value ?? "");
  const [isOpen, setOpen] = useState(document.activeElement === ref.current);
  const [active, setActive] = useState(-1);
  const [recent, setRecent] = useState(recentSearches);
  const suggestions = useSuggestions(typed);

  const close = () => {
    setOpen(false);
    setActive(-1);
  };
  const search = (text: string) => {
    const { current: input } = ref;
    if (!input) return;
    input.value = text;
    setTyped(text);
    close();
    input.form?.requestSubmit();
  };
  const visit = (path: string) => {
    close();
    navigate(address(path));
  };
  const forget = () => {
    forgetSearches();
    setRecent([]);
    close();
  };

  const groups: Group[] = isLong(typed)
    ? suggestionGroups(suggestions, {
        t,
        search,
        visit,
        everywhere: home?.slug ? ALL_CITIES : null,
      })
    : typed.trim() === "" && recent.length > 0
      ? [
          {
            title: t("suggestions:recent"),
            options: [
              ...recent.map((text) => ({
                key: `recent ${text}`,
                content: <Entry icon={<Icon name="history" />} name={text} />,
                choose: () => search(text),
              })),
              {
                key: "clear",
                content: <Entry icon={<Icon name="trash" />} name={t("suggestions:clear")} />,
                choose: forget,
              },
            ],
          },
        ]
      : [];
  const options = groups.flatMap((group) => group.options);
  const isShown = isOpen && options.length > 0;
  const list = `${id}-list`;
  const idOf = (index: number) => `${id}-${index}`;
  const current = isShown && active < options.length ? active : -1;

  const onKey = (event: KeyboardEvent) => {
    const { current: input } = ref;
    if (event.isComposing || !input) return;
    const go = (to: number) => {
      event.preventDefault();
      setOpen(true);
      setActive(to);
    };
    // The input itself is a stop between the last option and the first one.
    const stops = options.length + 1;
    if (event.key === "ArrowDown" && options.length > 0)
      go(isShown ? ((current + 2) % stops) - 1 : 0);
    else if (event.key === "ArrowUp" && options.length > 0)
      go(isShown ? ((current + stops) % stops) - 1 : options.length - 1);
    else if (event.key === "Home" && current >= 0) go(0);
    else if (event.key === "End" && current >= 0) go(options.length - 1);
    else if (event.key === "Enter" && current >= 0) {
      event.preventDefault();
      options[current]?.choose();
    } else if (event.key === "Enter") close();
    else if (event.key === "Escape" && isShown) {
      event.preventDefault();
      close();
    } else if (event.key === "Escape") {
      input.value = "";
      setTyped("");
    }
  };

  // The listeners see the latest state.
  const latest = useRef({ onKey, close });
  latest.current = { onKey, close };
  useEffect(() => {
    const { current: input } = ref;
    if (!input) return;
    // A search input may not be a combobox (ARIA in HTML). The caret stays where it is.
    const { selectionStart, selectionEnd } = input;
    input.type = "text";
    input.inputMode = "search";
    input.enterKeyHint = "search";
    if (document.activeElement === input) input.setSelectionRange(selectionStart, selectionEnd);
    input.setAttribute("role", "combobox");
    input.setAttribute("aria-autocomplete", "list");
    const onInput = () => {
      setTyped(input.value);
      setActive(-1);
      setOpen(true);
    };
    const onFocus = () => {
      setRecent(recentSearches());
      setOpen(true);
    };
    const onBlur = () => latest.current.close();
    const onKeyDown = (event: KeyboardEvent) => latest.current.onKey(event);
    const onSubmit = () => {
      rememberSearch(input.value);
      latest.current.close();
    };
    const { form } = input;
    input.addEventListener("input", onInput);
    input.addEventListener("focus", onFocus);
    input.addEventListener("click", onFocus);
    input.addEventListener("blur", onBlur);
    input.addEventListener("keydown", onKeyDown);
    form?.addEventListener("submit", onSubmit);
    return () => {
      input.removeEventListener("input", onInput);
      input.removeEventListener("focus", onFocus);
      input.removeEventListener("click", onFocus);
      input.removeEventListener("blur", onBlur);
      input.removeEventListener("keydown", onKeyDown);
      form?.removeEventListener("submit", onSubmit);
    };
  }, [ref]);
  useEffect(() => {
    const { current: input } = ref;
    input?.setAttribute("aria-expanded", String(isShown));
    input?.setAttribute("aria-controls", list);
    if (current >= 0) input?.setAttribute("aria-activedescendant", idOf(current));
    else input?.removeAttribute("aria-activedescendant");
    if (current >= 0) document.getElementById(idOf(current))?.scrollIntoView({ block: "nearest" });
  });

  let index = -1;
  return (
    <>
      <div
        id={list}
        role="listbox"
        aria-label={t("suggestions:label")}
        className={classes.list}
        hidden={!isShown}
      >
        {groups.map(({ title, options: own }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options, not of fields
          <div key={title} role="group" aria-label={title}>
            <div className={classes.title} aria-hidden="true">
              {title}
            </div>
            {own.map(({ key, content, choose }) => {
              index += 1;
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
                <div
                  key={key}
                  id={idOf(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={index === current}
                  className={classes.option}
                  // Keeps the focus in the input.
                  onMouseDown={(event) => event.preventDefault()}
                  onClick={choose}
                >
                  {content}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <span className="rd-hidden" role="status">
        {isOpen &&
          (isLong(typed) ? suggestions !== null : options.length > 0) &&
          (options.length > 0
            ? t("suggestions:found", { count: options.length })
            : t("suggestions:none"))}
      </span>
    </>
  );
}

interface Acts {
  t: ReturnType<typeof useText>["t"];
  search: (text: string) => void;
  visit: (path: string) => void;
  /** The parameter `city` of lists that are not the reader's city's. */
  everywhere: string | null;
}

/** The groups of an answer that have options. */
function suggestionGroups(
  suggestions: SuggestionsView | null,
  { t, search, visit, everywhere }: Acts,
): Group[] {
  if (!suggestions) return [];
  const { interpretation, events, venues, organizers, cities, categories } = suggestions;
  const groups: Group[] = [
    {
      title: t("suggestions:search"),
      options: interpretation
        ? [
            {
              key: "interpretation",
              content: <Interpretation {...interpretation} />,
              choose: () => search(interpretation.query),
            },
          ]
        : [],
    },
    {
      title: t("suggestions:events"),
      options: events.map(({ id, title, language, day, city, picture }) => ({
        key: id,
        content: (
          <Entry
            icon={<img className={classes.picture} src={picture} alt="" width={40} height={40} />}
            name={title}
            language={language}
            notes={[day, city]}
          />
        ),
        choose: () => visit(paths.event(id)),
      })),
    },
    {
      title: t("suggestions:venues"),
      options: venues.map(({ name, language, citySlug, city, slug }) => ({
        key: `venue ${name} ${citySlug}`,
        content: (
          <Entry
            icon={<Icon name="building-arch" />}
            name={name}
            language={language}
            notes={[city]}
          />
        ),
        choose: () =>
          visit(slug ? paths.venue(citySlug, slug) : paths.events({ q: name, city: citySlug })),
      })),
    },
    {
      title: t("suggestions:organizers"),
      options: organizers.map(({ name, language, slug }) => ({
        key: `organizer ${name}`,
        content: <Entry icon={<Icon name="users-group" />} name={name} language={language} />,
        choose: () =>
          visit(slug ? paths.organizer(slug) : paths.events({ q: name, city: everywhere })),
      })),
    },
    {
      title: t("suggestions:cities"),
      options: cities.map(({ slug, name, country }) => ({
        key: `city ${slug}`,
        content: <Entry icon={<Icon name="map-pin" />} name={name} notes={[country]} />,
        choose: () => visit(paths.city(slug)),
      })),
    },
    {
      title: t("suggestions:categories"),
      options: categories.map(({ slug, name }) => ({
        key: `category ${slug}`,
        content: <Entry icon={<Star />} name={name} />,
        choose: () => visit(paths.category(slug)),
      })),
    },
  ];
  return groups.filter((group) => group.options.length > 0);
}

interface EntryProps {
  icon: ReactNode;
  name: string;
  language?: string;
  notes?: readonly string[];
}

/** A suggestion: each text in its own direction. */
function Entry({ icon, name, language, notes = [] }: EntryProps) {
  return (
    <>
      <span className={classes.icon}>{icon}</span>
      <span className={classes.words}>
        <bdi className="rd-cut" lang={language}>
          {name}
        </bdi>
        {notes.length > 0 && (
          <small className="rd-dots rd-quiet">
            {notes.map((note) => (
              <bdi key={note}>{note}</bdi>
            ))}
          </small>
        )}
      </span>
    </>
  );
}

/** A query as a search reads it: its filters as chips, and its other words. */
function Interpretation({ chips, words }: NonNullable<SuggestionsView["interpretation"]>) {
  return (
    <>
      <span className={classes.icon}>
        <Icon name="search" />
      </span>
      <span className={classes.chips}>
        {words && <bdi>{words}</bdi>}
        {chips.map((chip) => (
          <bdi key={chip} className={classes.chip}>
            {chip}
          </bdi>
        ))}
      </span>
    </>
  );
}
