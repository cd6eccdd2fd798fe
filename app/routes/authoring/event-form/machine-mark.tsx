import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";

/** Mark of a text that a machine translated and nobody has confirmed. */
export function MachineMark() {
  const { t } = useText();
  return (
    <Badge tone="waiting">
      <Icon name="language" size="s" />
      {t("authoring:machine.mark")}
    </Badge>
  );
}
