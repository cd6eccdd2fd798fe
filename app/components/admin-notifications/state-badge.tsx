import { Badge } from "../../ui/badge";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";

/** On/off badge of a rule or template. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  const { t } = useText();
  return (
    <Badge tone={isActive ? "good" : undefined}>
      <Icon name={isActive ? "circle-check" : "circle-x"} size="s" />
      {t(isActive ? "notification-admin:on" : "notification-admin:off")}
    </Badge>
  );
}
