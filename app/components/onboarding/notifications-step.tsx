import { NOTHING_CHOSEN, type OnboardingChoices } from "../../lib/pages/onboarding-choices";
import {
  FREQUENCIES,
  NOTIFICATION_CATEGORIES,
  type NotificationCategory,
} from "../../lib/pages/preference-choices";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import classes from "./steps.module.css";

const ICONS: Record<NotificationCategory, ReturnType<typeof Icon>> = {
  newEvents: <Icon name="calendar-plus" size="l" />,
  recommendations: <Icon name="sparkles" size="l" />,
  savedEvents: <Icon name="heart" size="l" />,
  collections: <Icon name="bookmarks" size="l" />,
};

/** Notification settings: email, categories and frequency. */
export function NotificationsStep({
  email,
  about,
  frequency,
}: Pick<OnboardingChoices, "email" | "about" | "frequency">) {
  const { t } = useText();
  return (
    <>
      <input type="hidden" name="email" value={NOTHING_CHOSEN} />
      <input type="hidden" name="about" value={NOTHING_CHOSEN} />
      <label className={classes.option}>
        <Icon name="mail" size="l" />
        <span>
          <b>{t("onboarding:notifications.email")}</b>{" "}
          <small>{t("onboarding:notifications.emailNote")}</small>
        </span>
        <input
          className={classes.switch}
          type="checkbox"
          name="email"
          value="1"
          defaultChecked={email}
        />
      </label>
      <fieldset className={classes.group}>
        <legend>{t("onboarding:notifications.about")}</legend>
        {NOTIFICATION_CATEGORIES.map((category) => (
          <label key={category} className={classes.option}>
            {ICONS[category]}
            <span>
              <b>{t(`onboarding:notifications.categories.${category}`)}</b>{" "}
              <small>{t(`onboarding:notifications.notes.${category}`)}</small>
            </span>
            <input
              className={classes.switch}
              type="checkbox"
              name="about"
              value={category}
              defaultChecked={about.includes(category)}
            />
          </label>
        ))}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{t("onboarding:notifications.frequency")}</legend>
        <div className={classes.choices}>
          {FREQUENCIES.map((item) => (
            <label key={item}>
              <input
                className="rd-over-label"
                type="radio"
                name="frequency"
                value={item}
                defaultChecked={item === frequency}
              />
              <span>{t(`onboarding:notifications.frequencies.${item}`)}</span>
            </label>
          ))}
        </div>
      </fieldset>
    </>
  );
}
