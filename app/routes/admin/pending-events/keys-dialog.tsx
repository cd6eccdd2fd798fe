import { Button, Checkbox } from "@mantine/core";
import { forwardRef } from "react";
import { useText } from "~/ui/text";
import classes from "./keys-dialog.module.css";

interface KeysDialogProps {
  isOn: boolean;
  onChange(isOn: boolean): void;
}

const KEYS = [
  { name: "next", keys: ["J"] },
  { name: "previous", keys: ["K"] },
  { name: "approve", keys: ["A"] },
  { name: "reason", keys: ["R"] },
  { name: "reject", keys: ["Ctrl", "Enter"] },
  { name: "help", keys: ["?"] },
] as const;

/** What the keys of the queue do, and the switch that takes them away. It opens with `showModal()`. */
export const KeysDialog = forwardRef<HTMLDialogElement, KeysDialogProps>(function KeysDialog({ isOn, onChange }, ref) {
  const { t } = useText();
  return (
    <dialog ref={ref} className={classes.dialog} aria-labelledby="queue-keys">
      <h2 id="queue-keys">{t("moderation:keys.button")}</h2>
      <dl>
        {KEYS.map(({ name, keys }) => (
          <div key={name}>
            <dt>
              {keys.map((key) => (
                <kbd key={key} dir="ltr">
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{t(`moderation:keys.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <p>{t("moderation:keys.arrows")}</p>
      <form method="dialog" className={classes.foot}>
        <Checkbox label={t("moderation:keys.on")} checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
        <Button type="submit" size="sm">
          {t("moderation:keys.close")}
        </Button>
      </form>
    </dialog>
  );
});
