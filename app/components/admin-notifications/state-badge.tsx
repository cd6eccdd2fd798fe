import { Badge } from "../../ui/badge";
import { useText } from "../../ui/text";

/** On/off badge of a rule or template. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  const { t } = useText();
  return (
    <Badge tone={isActive ? "good" : undefined} icon={isActive ? "circle-check" : "circle-x"}>
      {t(isActive ? "notification-admin:on" : "notification-admin:off")}
    </Badge>
  );
}
