import type { NotificationView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";

const ICONS = {
  mention: <Icon name="at" />,
  approval: <Icon name="circle-check" />,
  rejection: <Icon name="circle-x" />,
  reaction: <Icon name="heart" />,
  other: <Icon name="bell" />,
};

/** Icon of a notification type. */
export const NotificationIcon = ({ type }: Pick<NotificationView, "type">) => ICONS[type];
