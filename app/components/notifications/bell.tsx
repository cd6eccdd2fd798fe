import { lazy, Suspense, useEffect, useState } from "react";
import { loadTexts } from "../../i18n/loaded-messages";
import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useViewer } from "../viewer";
import classes from "./bell.module.css";
import { useUnread } from "./use-unread";

interface BellProps {
  viewer: ViewerView;
}

// Where it cannot be fetched the link stays.
const LiveBell = lazy(() =>
  Promise.all([import("./live-bell"), loadTexts(["notifications"])]).then(
    ([bell]) => bell,
    () => ({ default: BellLink }),
  ),
);

/** Whether a bell of this document is live already: the next layout's is so at once. */
let wasLive = false;

/** The bell of whoever is signed in. Without a script, and until it is there, a link with the count that the server knows. */
export function Bell() {
  const viewer = useViewer();
  const [isLive, setLive] = useState(wasLive);
  useEffect(() => {
    wasLive = true;
    setLive(true);
  }, []);
  if (!viewer) return null;
  const link = <BellLink viewer={viewer} />;
  return isLive ? (
    <Suspense fallback={link}>
      <LiveBell viewer={viewer} />
    </Suspense>
  ) : (
    link
  );
}

function BellLink({ viewer: { news } }: BellProps) {
  const { label, count } = useUnread(news.unread);
  return (
    <Link className={classes.bell} to={paths.notifications()} aria-label={label}>
      <Icon name="bell" />
      {count}
    </Link>
  );
}
