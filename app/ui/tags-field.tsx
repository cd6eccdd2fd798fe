import { Input } from "@mantine/core";
import { type KeyboardEvent, useState } from "react";
import { describedBy, Field, type FieldBase, useField } from "./field";
import { Icon } from "./icon";
import input from "./input.module.css";
import classes from "./tags-field.module.css";
import { useText } from "./text";
import { TextField } from "./text-field";
import { useEnhanced } from "./use-enhanced";

interface TagsFieldProps extends FieldBase {
  /** Comma-separated tags. */
  defaultValue?: string | undefined;
  /** Maximum number of tags. */
  max: number;
  /** Maximum length of a tag, characters. */
  maxLength: number;
  placeholder: string;
  /** Called after a change that fires no native event. */
  onChange?: () => void;
}

/** Text field of comma-separated tags. With JavaScript they become chips. */
export function TagsField({ max, maxLength, placeholder, onChange, ...field }: TagsFieldProps) {
  const { id, submitted } = useField(field);
  const enhanced = useEnhanced(id, loadChips, submitted ?? field.defaultValue ?? "");
  if (!enhanced) return <TextField {...field} dir="auto" autoComplete="off" />;
  return (
    <enhanced.Field
      {...field}
      max={max}
      maxLength={maxLength}
      placeholder={placeholder}
      onChange={onChange}
      start={enhanced.typed}
    />
  );
}

const SEPARATORS = /[,،\n]/;
const split = (text: string) =>
  text
    .split(SEPARATORS)
    .map((tag) => tag.trim().replace(/^#/, ""))
    .filter(Boolean);

/** Already part of this bundle. */
const loadChips = async () => ({ default: TagChips });

function TagChips(
  props: Omit<TagsFieldProps, "onChange"> & { start: string; onChange: TagsFieldProps["onChange"] },
) {
  const { name, id, error, frame, rest } = useField(props);
  const { max, maxLength, placeholder, start, onChange } = rest;
  const { t } = useText();
  const [tags, setTags] = useState(() => split(start));
  const [typed, setTyped] = useState("");
  const set = (next: string[]) => {
    setTags([...new Set(next)].slice(0, max));
    onChange?.();
  };
  const take = () => {
    if (typed.trim() === "") return;
    set([...tags, ...split(typed)]);
    setTyped("");
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" || SEPARATORS.test(event.key)) {
      event.preventDefault();
      take();
    } else if (event.key === "Backspace" && typed === "") set(tags.slice(0, -1));
  };
  return (
    <Field {...frame}>
      <input type="hidden" name={name} value={[...tags, ...split(typed)].join(", ")} />
      <Input
        component="div"
        multiline
        size="md"
        withAria={false}
        error={Boolean(error)}
        classNames={{ wrapper: input.wrapper, input: `${input.input} ${classes.box}` }}
      >
        {tags.map((tag) => (
          <span key={tag} className={classes.tag}>
            <bdi>{tag}</bdi>
            <button
              type="button"
              aria-label={t("kit:removeTag", { tag: `\u2068${tag}\u2069` })}
              onClick={() => set(tags.filter((other) => other !== tag))}
            >
              <Icon name="x" size="s" />
            </button>
          </span>
        ))}
        <input
          id={id}
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={maxLength}
          placeholder={placeholder}
          value={typed}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(id, frame.help, error)}
          onChange={({ target }) => {
            // Phones report no key for a comma.
            if (!SEPARATORS.test(target.value)) return setTyped(target.value);
            set([...tags, ...split(target.value)]);
            setTyped("");
          }}
          onKeyDown={onKeyDown}
          onBlur={take}
        />
      </Input>
    </Field>
  );
}
