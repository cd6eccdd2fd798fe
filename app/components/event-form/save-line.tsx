import { useText } from "../text";
import classes from "./event-form.module.css";
import type { SaveState } from "./use-live-form";

/** Says quietly whether the draft is kept. */
export function SaveLine({ state, savedAt }: { state: SaveState; savedAt: Date | null }) {
  const { t, locale } = useText();
  const time = savedAt?.toLocaleTimeString(locale === "fa" ? "fa-IR" : "en-GB", { hour: "2-digit", minute: "2-digit" }) ?? "";
  return (
    <p className={classes.note} role="status">
      {state !== "idle" && t(`authoring:auto.${state}`, { time })}
    </p>
  );
}
