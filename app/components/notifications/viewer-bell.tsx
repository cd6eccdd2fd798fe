import { lazy, Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/loaded-messages";
import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import classes from "./bell.module.css";
import { useUnread } from "./use-unread";

export interface BellProps {
  viewer: ViewerView;
}

// A failed import falls back to the link.
const LiveBell = lazy(() =>
  Promise.all([import("./live-bell"), loadTexts(["notifications"])]).then(
    ([bell]) => bell,
    () => ({ default: BellLink }),
  ),
);

/**
 * Whether this document has rendered a live bell. The bell of the next layout is then live at once.
 */
let wasLive = false;

/**
 * The signed-in user's bell. A link with the server's unread count until the live bell has loaded,
 * and without JavaScript.
 */
export function ViewerBell({ viewer }: BellProps) {
  const [isLive, setLive] = useState(wasLive);
  useEffect(() => {
    wasLive = true;
    setLive(true);
  }, []);
  const link = <BellLink viewer={viewer} />;
  return isLive ? (
    <Suspense fallback={link}>
      <LiveBell viewer={viewer} />
    </Suspense>
  ) : (
    link
  );
}

function BellLink({ viewer: { notifications: news } }: BellProps) {
  const { label, count } = useUnread(news.unread);
  return (
    <Link
      id="bell"
      className={`${classes.bell} rd-square`}
      to={paths.notifications()}
      aria-label={label}
    >
      <Icon name="bell" />
      {count}
    </Link>
  );
}
