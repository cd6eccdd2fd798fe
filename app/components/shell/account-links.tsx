import type { ViewerView } from "../../lib/pages/views";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { CreateEventLink } from "../create-event/create-event-link";
import { RoleBadge } from "../role-badge/role-badge";
import classes from "./header-menu.module.css";

/** What the account menu opens. */
export function AccountLinks({ viewer }: { viewer: ViewerView }) {
  const { t } = useText();
  return (
    <div className={`${classes.panel} rd-popup`}>
      <div className={classes.who}>
        <bdi>{viewer.displayName}</bdi>
        <RoleBadge role={viewer.role} />
      </div>
      <Link to={paths.account()}>
        <Icon name="user-circle" />
        {t("common:account.account")}
      </Link>
      <Link to={paths.calendar()}>
        <Icon name="calendar-heart" />
        {t("common:account.calendar")}
      </Link>
      <Link to={paths.user(viewer.id)}>
        <Icon name="id" />
        {t("common:account.profile")}
      </Link>
      <Link to={paths.myEvents()}>
        <Icon name="calendar-event" />
        {t("common:account.myEvents")}
      </Link>
      <CreateEventLink>
        {(to) => (
          <Link to={to}>
            <Icon name="plus" />
            {t("common:account.createEvent")}
          </Link>
        )}
      </CreateEventLink>
      <Link to={paths.collections()}>
        <Icon name="bookmarks" />
        {t("common:account.collections")}
      </Link>
      <Link to={paths.saved()}>
        <Icon name="heart" />
        {t("common:account.favourites")}
      </Link>
      <Link to={paths.accountPreferences()}>
        <Icon name="adjustments" />
        {t("common:account.preferences")}
      </Link>
      <Link to={paths.notifications()}>
        <Icon name="bell" />
        {t("common:account.notifications")}
      </Link>
      {viewer.can.enterAdmin && (
        <Link to={paths.adminDashboard()}>
          <Icon name="layout-dashboard" />
          {t("common:account.admin")}
        </Link>
      )}
      <form method="post" action={paths.logout()}>
        <button type="submit">
          <Icon name="logout" />
          {t("common:account.logOut")}
        </button>
      </form>
    </div>
  );
}
