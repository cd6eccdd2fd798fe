import { forwardRef } from "react";
import { Button } from "../../ui/button";
import { Checkbox } from "../../ui/checkbox";
import { Dialog } from "../../ui/dialog";
import { Fact, Facts } from "../../ui/facts";
import { Meta } from "../../ui/list";
import { useText } from "../../ui/text";
import classes from "./queue.module.css";

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
  { name: "edit", keys: ["E"] },
  { name: "save", keys: ["Ctrl", "S"] },
  { name: "merge", keys: ["M"] },
  { name: "keep", keys: ["B"] },
  { name: "select", keys: ["X"] },
  { name: "undo", keys: ["Z"] },
  { name: "help", keys: ["?"] },
] as const;

/**
 * Dialog that lists the keyboard shortcuts of the queue, with a switch to disable them. Open it
 * with `showModal()`.
 */
export const KeysDialog = forwardRef<HTMLDialogElement, KeysDialogProps>(function KeysDialog(
  { isOn, onChange },
  ref,
) {
  const { t } = useText();
  return (
    <Dialog ref={ref} open={false} title={t("moderation:keys.button")} closeHref="" size="sm">
      <Facts>
        {KEYS.map(({ name, keys }) => (
          <Fact
            key={name}
            term={keys.map((key) => (
              <kbd key={key} className={classes.key} dir="ltr">
                {key}
              </kbd>
            ))}
          >
            {t(`moderation:keys.${name}`)}
          </Fact>
        ))}
      </Facts>
      <Meta>{t("moderation:keys.arrows")}</Meta>
      <Checkbox
        name="keys"
        id="queue-keys"
        label={t("moderation:keys.on")}
        checked={isOn}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </Dialog>
  );
});

/** Opens the list of keyboard shortcuts. */
export function KeysButton({ onClick }: { onClick(): void }) {
  const { t } = useText();
  return (
    <span className={`${classes.help} rd-needs-script`}>
      <Button variant="subtle" size="compact-sm" icon="keyboard" onClick={onClick}>
        {t("moderation:keys.button")}
        <kbd className={classes.key} dir="ltr">
          ?
        </kbd>
      </Button>
    </span>
  );
}
