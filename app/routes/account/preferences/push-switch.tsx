import { lazy, Suspense, useEffect, useState } from "react";
import { loadTexts } from "~/i18n/loaded-messages";

const PushDevice = lazy(() =>
  Promise.all([
    import("~/components/notifications/push-device"),
    loadTexts(["notifications", "client"]),
  ]).then(
    ([device]) => device,
    () => ({ default: () => null }),
  ),
);

/** Switch for push notifications in this browser. Needs JavaScript. */
export function PushSwitch({ pushKey }: { pushKey: string }) {
  const [isHere, setHere] = useState(false);
  useEffect(() => setHere(true), []);
  return isHere ? (
    <Suspense>
      <PushDevice pushKey={pushKey} />
    </Suspense>
  ) : null;
}
