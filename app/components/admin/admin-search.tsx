import { useFetcher, useLocation, useNavigate } from "@remix-run/react";
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from "react";
import type { IconName } from "../../lib/icon-names";
import { paths } from "../../lib/paths";
import { can } from "../../lib/permissions";
import { Icon } from "../../ui/icon";
import { Form, Link, useAddress } from "../../ui/link";
import { useText } from "../../ui/text";
import { useUx } from "../../ui/ux";
import { useViewer } from "../viewer";
import classes from "./admin-search.module.css";

/** Results of the admin search page (app/routes/admin/search/search.server.ts). */
export interface AdminFindings {
  words: string;
  groups: { name: "pages" | "events" | "cities" | "users"; items: AdminFinding[] }[];
}

export interface AdminFinding {
  href: string;
  title: string;
  note: string;
  icon: IconName;
}

/** Delay after the last keystroke, ms. */
const PAUSE = 200;

/**
 * Search for pages, events, cities and people, opened by ⌘K or Ctrl K. Without JavaScript the form
 * submits to the search page.
 */
export function AdminSearch() {
  const { t } = useText();
  const { interactions } = useUx();
  const findsPeople = can(useViewer(), "user:manage");
  const id = useId();
  const fetcher = useFetcher<AdminFindings>();
  const navigate = useNavigate();
  const address = useAddress();
  const { key } = useLocation();
  const input = useRef<HTMLInputElement>(null);
  const [words, setWords] = useState("");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(-1);
  const { load } = fetcher;

  useEffect(() => {
    if (!interactions.shortcuts) return;
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.metaKey || event.ctrlKey)) return;
      event.preventDefault();
      input.current?.focus();
      input.current?.select();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, [interactions.shortcuts]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `address` changes with every render
  useEffect(() => {
    if (words.trim() === "") return;
    const timer = setTimeout(() => load(address(paths.adminSearch({ q: words.trim() }))), PAUSE);
    return () => clearTimeout(timer);
  }, [words, load]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the results
  useEffect(() => {
    setOpen(false);
    setWords("");
  }, [key]);

  const found = words.trim() === "" ? undefined : fetcher.data;
  const items = found?.groups.flatMap((group) => group.items) ?? [];
  const isShown = isOpen && found !== undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape" && isOpen) {
      event.preventDefault();
      setOpen(false);
    } else if (
      isShown &&
      (event.key === "ArrowDown" || event.key === "ArrowUp") &&
      items.length > 0
    ) {
      event.preventDefault();
      setActive(
        (active + (event.key === "ArrowDown" ? 1 : items.length + (active < 0 ? 0 : -1))) %
          items.length,
      );
    } else if (isShown && event.key === "Enter" && items[active]) {
      event.preventDefault();
      navigate(address(items[active].href));
    }
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  let index = -1;
  return (
    <search className={classes.search} onBlur={onBlur}>
      <Form action={paths.adminSearch()}>
        <Icon name="search" />
        <label className="rd-hidden" htmlFor={id}>
          {t("admin:search.label")}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          name="q"
          autoComplete="off"
          placeholder={t(
            findsPeople ? "admin:search.placeholder" : "admin:search.placeholderWithoutPeople",
          )}
          role="combobox"
          aria-expanded={isShown}
          aria-controls={`${id}-found`}
          aria-activedescendant={isShown && active >= 0 ? `${id}-${active}` : undefined}
          aria-autocomplete="list"
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setActive(-1);
            setOpen(true);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
        {interactions.shortcuts && <kbd dir="ltr">⌘K</kbd>}
      </Form>
      <div
        id={`${id}-found`}
        className={`${classes.found} rd-popup`}
        role="listbox"
        aria-label={t("admin:search.found")}
        hidden={!isShown}
      >
        {isShown && items.length === 0 && (
          <p>{t("admin:search.nothing", { words: found.words })}</p>
        )}
        {isShown &&
          found.groups.map((group) => (
            // biome-ignore lint/a11y/useSemanticElements: HTML has no element for a group of options
            <div key={group.name} role="group" aria-label={t(`admin:search.group.${group.name}`)}>
              <span className={classes.group} aria-hidden="true">
                {t(`admin:search.group.${group.name}`)}
              </span>
              {group.items.map((item) => {
                index += 1;
                return (
                  <Link
                    key={item.href}
                    id={`${id}-${index}`}
                    to={item.href}
                    role="option"
                    aria-selected={index === active}
                    tabIndex={-1}
                    className={classes.option}
                  >
                    <Icon name={item.icon} />
                    <span className="rd-cut" dir="auto">
                      {item.title}
                    </span>
                    <small dir="auto">{item.note}</small>
                  </Link>
                );
              })}
            </div>
          ))}
      </div>
    </search>
  );
}
