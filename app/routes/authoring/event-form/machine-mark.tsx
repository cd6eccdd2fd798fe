import { Badge } from "~/ui/badge";
import { useText } from "~/ui/text";

/** Mark of an unconfirmed machine translation. */
export function MachineMark() {
  const { t } = useText();
  return (
    <Badge tone="waiting" icon="language">
      {t("authoring:machine.mark")}
    </Badge>
  );
}
