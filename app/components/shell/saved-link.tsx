import { useEffect, useState } from "react";
import { SAVED_EVENT, savedWords } from "../../lib/pages/saved-list";
import { paths } from "../../lib/paths";
import { badgeText } from "../../lib/text/badge-text";
import { Icon } from "../../ui/icon";
import { NavLink } from "../../ui/link";
import { useText } from "../../ui/text";
import { useViewer } from "../viewer";
import classes from "./saved-link.module.css";

/**
 * Number of saved events: an account's with the page, a guest's from the cookie, so that shared pages
 * stay the same for all; 0 until the script runs.
 */
function useSavedCount(): number {
  const known = useViewer()?.saved;
  const [count, setCount] = useState(known ?? 0);
  useEffect(() => {
    const read = () => savedWords(document.cookie)?.length ?? 0;
    setCount(known ?? read());
    const change = (event: Event) =>
      setCount((before) => (known === undefined ? read() : before + (event as CustomEvent).detail));
    addEventListener(SAVED_EVENT, change);
    return () => removeEventListener(SAVED_EVENT, change);
  }, [known]);
  return count;
}

/** Leads to what is saved, with its number once that is known. */
export function SavedLink() {
  const { t, locale } = useText();
  const viewer = useViewer();
  const count = useSavedCount();
  return (
    <NavLink
      className={`${classes.saved} rd-square`}
      to={paths.saved()}
      rel="nofollow"
      data-account={viewer ? true : undefined}
      aria-label={
        count > 0
          ? t("common:nav.savedCount", { count: badgeText(count, locale) })
          : t("common:nav.saved")
      }
    >
      <Icon name="heart" />
      {count > 0 && <em>{badgeText(count, locale)}</em>}
    </NavLink>
  );
}
