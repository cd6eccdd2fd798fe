import { type KeyboardEvent, useState } from "react";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import { useEnhanced } from "~/ui/use-enhanced";
import classes from "./event-form.module.css";
import { fieldIdOf, useEventForm } from "./form-context";
import { FieldShell, PlainField, useInputProps } from "./form-fields";

/** Comma-separated tags. With JavaScript they become chips. */
export function TagsField() {
  const { t } = useText();
  const { page, fields } = useEventForm();
  const help = t("authoring:tags.help", { max: page.limits.tags });
  const enhanced = useEnhanced(fieldIdOf("tags"), loadChips, fields.tags);
  if (enhanced) return <enhanced.Field help={help} start={enhanced.typed} />;
  return <PlainField name="tags" label={t("authoring:field.tags")} help={help} dir="auto" />;
}

const SEPARATORS = /[,،\n]/;
const split = (text: string) =>
  text
    .split(SEPARATORS)
    .map((tag) => tag.trim().replace(/^#/, ""))
    .filter(Boolean);

/** Already part of this bundle. */
const loadChips = async () => ({ default: TagChips });

function TagChips({ help, start }: { help: string; start: string }) {
  const { t } = useText();
  const { page, changed } = useEventForm();
  const [tags, setTags] = useState(() => split(start));
  const [typed, setTyped] = useState("");
  const props = useInputProps("tags", { hasHelp: true });
  const set = (next: string[]) => {
    setTags([...new Set(next)].slice(0, page.limits.tags));
    changed();
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
    <FieldShell name="tags" label={t("authoring:field.tags")} help={help}>
      <div className={classes.tags}>
        <input type="hidden" name="tags" value={[...tags, ...split(typed)].join(", ")} />
        {tags.map((tag) => (
          <span key={tag} className={classes.tag}>
            <bdi>{tag}</bdi>
            <button
              type="button"
              aria-label={t("authoring:tags.remove", { tag: `\u2068${tag}\u2069` })}
              onClick={() => set(tags.filter((other) => other !== tag))}
            >
              <Icon name="x" size="s" />
            </button>
          </span>
        ))}
        <input
          {...props}
          name={undefined}
          type="text"
          dir="auto"
          autoComplete="off"
          maxLength={page.limits.tag}
          placeholder={t("authoring:tags.add")}
          value={typed}
          onChange={({ target }) => {
            // Phones report no key for a comma.
            if (!SEPARATORS.test(target.value)) return setTyped(target.value);
            set([...tags, ...split(target.value)]);
            setTyped("");
          }}
          onKeyDown={onKeyDown}
          onBlur={take}
        />
      </div>
    </FieldShell>
  );
}
