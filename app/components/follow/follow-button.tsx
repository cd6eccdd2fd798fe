import { useLocation } from "@remix-run/react";
import { paths } from "../../lib/paths";
import { Button } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Form } from "../../ui/link";
import { useText } from "../../ui/text";
import classes from "./follow-button.module.css";

/**
 * A follow button: its subject, and how often it may send an email; null while it is not followed.
 */
interface FollowControl {
  topic: string;
  name: string;
  frequency: "instant" | "daily" | "weekly" | null;
}

const FREQUENCIES = ["instant", "daily", "weekly"] as const;

interface FollowButtonProps {
  follow: FollowControl;
  /** Says what is followed, where the page has several of them. */
  label?: string;
  size?: "sm";
}

/** Follows the subject of a page, or ends it. Visitors log in and come back. */
export function FollowButton({ follow, label, size }: FollowButtonProps) {
  const { t } = useText();
  const isOn = follow.frequency !== null;
  return (
    <FollowForm follow={follow}>
      <Button
        intent={isOn ? "unfollow" : "follow"}
        variant={isOn ? "default" : undefined}
        size={size}
        aria-pressed={isOn}
        aria-label={t("common:follow.of", { name: follow.name })}
        leftSection={<Icon name={isOn ? "check" : "bell"} />}
      >
        {isOn ? t("common:follow.on") : (label ?? t("common:follow.follow"))}
      </Button>
    </FollowForm>
  );
}

/** How often a follow may send an email; nothing while it is not followed. */
export function FollowTiming({ follow }: { follow: FollowControl }) {
  const { t } = useText();
  if (follow.frequency === null) return null;
  return (
    <section className={`${classes.when} rd-stack rd-gap-sm`} aria-labelledby="follow-when">
      <h2 id="follow-when">{t("common:follow.when")}</h2>
      <FollowForm follow={follow}>
        <input type="hidden" name="intent" value="follow" />
        <div className={`${classes.choices} rd-row`}>
          {FREQUENCIES.map((frequency) => (
            <button
              key={frequency}
              type="submit"
              name="frequency"
              value={frequency}
              aria-pressed={frequency === follow.frequency}
            >
              {t(`common:follow.${frequency}`)}
            </button>
          ))}
        </div>
      </FollowForm>
      <p>{t("common:follow.whenHelp")}</p>
    </section>
  );
}

function FollowForm({ follow, children }: { follow: FollowControl; children: React.ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={paths.follow()} preventScrollReset className={classes.form}>
      <input type="hidden" name="topic" value={follow.topic} />
      <input type="hidden" name="returnTo" value={pathname + search} />
      {children}
    </Form>
  );
}
