import { Suspense } from "react";
import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Avatar } from "../../ui/avatar";
import { lazyPart } from "../../ui/lazy-part";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { useViewer } from "../viewer";
// Here too, so that the menu has its styles without a script.
import "../../ui/badge.module.css";
import "../create-event/create-event-link.module.css";
import classes from "./header-menu.module.css";

const { prepare, Part } = lazyPart<{ viewer: ViewerView }>(
  "account-links",
  async () => (await import("./account-links")).AccountLinks,
);

export const prepareAccountLinks = prepare;

/**
 * Account menu of the signed-in user, or the log-in link. Works without JavaScript. `here`: return
 * path.
 */
export function AccountMenu({ here }: { here: string }) {
  const { t } = useText();
  const viewer = useViewer();
  if (!viewer)
    return (
      <Link className={classes.logIn} to={paths.login(here)}>
        {t("common:account.logIn")}
      </Link>
    );
  return (
    <details className={`${classes.menu} ${classes.account}`}>
      <summary className="rd-square">
        {/* Hidden text instead of `aria-label`, which would have to contain the visible initials (WCAG 2.5.3). */}
        <span className="rd-hidden">{t("common:account.label", { name: viewer.displayName })}</span>
        <Avatar photoUrl={viewer.photoUrl} initials={viewer.initials} size="s" />
      </summary>
      <div id="account-links">
        <Suspense>
          <Part viewer={viewer} />
        </Suspense>
      </div>
    </details>
  );
}
