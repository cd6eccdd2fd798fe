import { Input } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { hasWords, searchable, searchWords } from "../lib/text/match-words";
import classes from "./combobox.module.css";
import { Field, type FieldBase, useField } from "./field";
import input from "./input.module.css";
import { Select } from "./select";
import { useText } from "./text";
import { useEnhanced } from "./use-enhanced";

/** Minimum number of characters. Fewer match too much. */
const MIN_LETTERS = 2;
const SHOWN = 8;

interface ComboboxOption {
  value: string;
  label: string;
  /** Secondary searchable texts, such as a country. */
  hints?: readonly string[];
  /** Group in the native select. Options of a group are adjacent. */
  group?: string;
  /** Further searchable words. */
  keywords?: string;
}

interface ComboboxProps extends FieldBase {
  options: readonly ComboboxOption[];
  placeholder: string;
  defaultValue?: string | undefined;
  onChoose?: (value: string) => void;
}

/**
 * Select with autocomplete by word prefixes (WAI-ARIA APG, combobox with list autocomplete).
 * Without JavaScript, a native select.
 */
export function Combobox(props: ComboboxProps) {
  const { id, submitted } = useField(props);
  const enhanced = useEnhanced(id, loadFinder, submitted ?? props.defaultValue ?? "");
  if (enhanced) return <enhanced.Field {...props} start={enhanced.typed} />;
  const { options, placeholder, onChoose: _onChoose, ...field } = props;
  return <Select {...field} empty={placeholder} options={grouped(options)} />;
}

function grouped(options: readonly ComboboxOption[]) {
  const groups = new Set(options.flatMap(({ group }) => group ?? []));
  return groups.size === 0
    ? options
    : [...groups].map((group) => ({
        group,
        options: options.filter((option) => option.group === group),
      }));
}

/** Already part of this bundle. */
const loadFinder = async () => ({ default: Finder });

function Finder(props: ComboboxProps & { start: string }) {
  const { name, id, frame, marks, rest } = useField(props);
  const { options, placeholder, start, onChoose } = rest;
  const { t } = useText();
  const [value, setValue] = useState(start);
  const [typed, setTyped] = useState(options.find((option) => option.value === value)?.label ?? "");
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const list = `${id}-list`;
  const isLong = [...typed.trim()].length >= MIN_LETTERS;
  const words = searchWords(typed);
  const found = isLong
    ? options
        .filter((option) =>
          hasWords(
            searchable([option.label, ...(option.hints ?? []), option.keywords ?? ""].join(" ")),
            words,
          ),
        )
        .slice(0, SHOWN)
    : [];
  const isShown = isOpen && found.length > 0;

  const choose = (option: ComboboxOption | undefined) => {
    setValue(option?.value ?? "");
    setTyped(option?.label ?? "");
    setOpen(false);
    onChoose?.(option?.value ?? "");
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
    } else if (event.key === "Enter" && isShown) {
      event.preventDefault();
      choose(found[active]);
    }
  };
  return (
    <Field
      {...frame}
      below={
        <small className={classes.state} role="status">
          {isOpen &&
            t(
              !isLong
                ? "kit:combobox.typeMore"
                : found.length === 0
                  ? "kit:combobox.none"
                  : "kit:combobox.found",
              { count: found.length },
            )}
        </small>
      }
    >
      <div className={classes.box}>
        <input type="hidden" name={name} value={value} />
        <Input
          {...marks}
          role="combobox"
          size="md"
          aria-autocomplete="list"
          aria-expanded={isShown}
          aria-controls={list}
          aria-activedescendant={isShown ? `${list}-${active}` : undefined}
          autoComplete="off"
          placeholder={placeholder}
          value={typed}
          dir="auto"
          classNames={{ wrapper: input.wrapper, input: input.input }}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setValue("");
            setActive(0);
            setOpen(true);
          }}
          onKeyDown={onKeyDown}
          onBlur={() => {
            setOpen(false);
            // A single match counts as selected.
            if (!value && found.length === 1) choose(found[0]);
          }}
        />
        <div
          id={list}
          role="listbox"
          aria-labelledby={`${id}-label`}
          className={classes.list}
          hidden={!isShown}
        >
          {found.map((option, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the input keeps the focus and handles the keys
            <div
              key={option.value}
              id={`${list}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === active}
              // Keeps the focus in the input.
              onMouseDown={(event) => event.preventDefault()}
              onClick={() => choose(option)}
            >
              <bdi>{option.label}</bdi>
              <small>
                {option.hints?.map((hint) => (
                  <bdi key={hint}>{hint}</bdi>
                ))}
              </small>
            </div>
          ))}
        </div>
      </div>
    </Field>
  );
}
