import "@mantine/core/styles/UnstyledButton.layer.css";
import "@mantine/core/styles/Overlay.layer.css";
import "@mantine/core/styles/Paper.layer.css";
import "@mantine/core/styles/ScrollArea.layer.css";
import "@mantine/core/styles/CloseButton.layer.css";
import "@mantine/core/styles/ModalBase.layer.css";
import "@mantine/core/styles/Drawer.layer.css";
import { Drawer } from "@mantine/core";
import { useLocation } from "@remix-run/react";
import { useEffect, useRef } from "react";
import { paths } from "../../lib/paths";
import { KitProvider } from "../../ui/kit-provider";
import { NavLink } from "../../ui/link";
import { useText } from "../../ui/text";
import { useHistoryEntry } from "../../ui/use-history-entry";
import { CreateEventLink } from "../create-event/create-event-link";
import { useViewer } from "../viewer";
import { MAIN_LINKS } from "./main-links";
import classes from "./site-drawer.module.css";

/** Menu drawer of phones (product.md §2): on the right in both directions. */
export default function SiteDrawer({
  here,
  saved,
  opened,
  onClose,
  onClosed,
}: {
  /** Return path of the log-in. */
  here: string;
  /** "Saved, 2". */
  saved: string;
  opened: boolean;
  onClose: () => void;
  onClosed: () => void;
}) {
  const { locale, t } = useText();
  const { key } = useLocation();
  const opener = useRef(key);
  useHistoryEntry(opened, onClose);
  // A link in the menu takes the place of its entry in history, and closes it.
  useEffect(() => {
    if (key === opener.current) return;
    opener.current = key;
    onClose();
  }, [key, onClose]);
  const viewer = useViewer();
  return (
    <KitProvider>
      <Drawer
        opened={opened}
        onClose={onClose}
        // Mantine mirrors the sides in right-to-left documents.
        position={locale === "fa" ? "left" : "right"}
        size={320}
        title={t("common:menu.title")}
        closeButtonProps={{ "aria-label": t("common:menu.close") }}
        // The drawer mounts open, so Mantine has not recorded the previously focused element.
        returnFocus={false}
        transitionProps={{ duration: 260, onExited: onClosed }}
      >
        <nav className={`${classes.links} rd-stack rd-gap-2xs`} aria-label={t("common:nav.main")}>
          <NavLink to={paths.events()} replace>
            {t("common:nav.events")}
          </NavLink>
          {MAIN_LINKS.map(({ to, text }) => (
            <NavLink key={to} to={to} replace>
              {t(text)}
            </NavLink>
          ))}
          <NavLink to={paths.saved()} replace rel="nofollow">
            {saved}
          </NavLink>
          <CreateEventLink>
            {(to) => (
              <NavLink to={to} replace rel="nofollow">
                {t("common:account.createEvent")}
              </NavLink>
            )}
          </CreateEventLink>
          <NavLink to={paths.help()} replace>
            {t("common:footer.helpCenter")}
          </NavLink>
          {!viewer && (
            <NavLink to={paths.login(here)} replace>
              {t("common:account.logIn")}
            </NavLink>
          )}
        </nav>
      </Drawer>
    </KitProvider>
  );
}
