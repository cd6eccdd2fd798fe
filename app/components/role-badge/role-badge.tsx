import type { ViewerView } from "../../lib/pages/views";
import { Badge } from "../../ui/badge";
import { useText } from "../../ui/text";

const TONES = { moderator: "info", admin: "primary", owner: "bad" } as const;

/** Badge of a staff role. Renders nothing for other users (product.md §6). */
export function RoleBadge({ role }: { role: ViewerView["role"] }) {
  const { t } = useText();
  if (role === "user") return null;
  return (
    <Badge tone={TONES[role]} icon="shield-half">
      {t(`common:account.roles.${role}`)}
    </Badge>
  );
}
