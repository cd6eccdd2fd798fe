import { Button } from "../../ui/button";
import { useText } from "../../ui/text";
import classes from "./queue.module.css";

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
