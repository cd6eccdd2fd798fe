import type { ViewerView } from "../../lib/views";
import { Icon } from "../icon";
import { useText } from "../text";
import classes from "./role-badge.module.css";

/** The rank of staff; nothing for everyone else (product.md §6). */
export function RoleBadge({ role }: { role: ViewerView["role"] }) {
  const { t } = useText();
  if (role === "user") return null;
  return (
    <span className={classes.badge} data-role={role}>
      <Icon name="shield-half" size="s" />
      {t(`common:account.roles.${role}`)}
    </span>
  );
}
