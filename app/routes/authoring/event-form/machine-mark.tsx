import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";

/** Mark of an unconfirmed machine translation. */
export function MachineMark() {
  const { t } = useText();
  return (
    <Badge tone="waiting">
      <Icon name="language" size="s" />
      {t("authoring:machine.mark")}
    </Badge>
  );
}
