import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button, LinkButton } from "../../ui/button";
import { Icon } from "../../ui/icon";
import { Form } from "../../ui/link";
import { useText } from "../../ui/text";
import classes from "./decided.module.css";
import type { presentDecided } from "./event-details.server";

const SECOND = 1_000;

interface DecidedProps {
  decided: Awaited<ReturnType<typeof presentDecided>>;
  /** URL of the page's action, with what is open. */
  action: string;
}

/**
 * The reader's last decisions in one line of constant height: the newest that can be undone, with
 * the seconds that are left, and the number of those that did not go through. Their causes float
 * over the queue.
 */
export function Decided({ decided, action }: DecidedProps) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const { waiting, failed } = decided;
  const [past, setPast] = useState(0);
  const last = Math.max(0, ...waiting.map(({ left }) => left));
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts from each answer of the server
  useEffect(() => {
    setPast(0);
    if (last === 0) return;
    const began = performance.now();
    const tick = setInterval(() => {
      const seconds = Math.floor((performance.now() - began) / SECOND);
      setPast(seconds);
      // A little later its result is known.
      if (seconds < last + 3) return;
      clearInterval(tick);
      revalidate();
    }, SECOND);
    return () => clearInterval(tick);
  }, [decided]);
  const undoable = waiting.filter(({ left }) => left > past);
  const [newest] = undoable;
  return (
    <section
      aria-label={t("moderation:inbox.decided")}
      className={classes.decided}
      data-empty={(!newest && failed.length === 0) || undefined}
    >
      <p role="status">
        {newest && <span className="rd-cut">{newest.text}</span>}
        {newest && (
          <small aria-hidden="true">
            {t("moderation:inbox.effect", { count: newest.left - past })}
          </small>
        )}
      </p>
      {newest && (
        <Form method="post" action={action} preventScrollReset>
          <input type="hidden" name="decision" value={newest.id} />
          <input type="hidden" name="case" value={newest.name} />
          <Button
            intent="undo"
            variant="default"
            size="compact-sm"
            aria-label={t("moderation:inbox.undoOf", { what: newest.text })}
            data-key="z"
            icon="arrow-back-up"
          >
            {t("moderation:inbox.undo")}
          </Button>
        </Form>
      )}
      {undoable.length > 1 && (
        <Form method="post" action={action} preventScrollReset>
          {undoable.map(({ id }) => (
            <input key={id} type="hidden" name="decision" value={id} />
          ))}
          <Button intent="undo" variant="subtle" size="compact-sm">
            {t("moderation:inbox.undoAll", { count: undoable.length })}
          </Button>
        </Form>
      )}
      {newest && (
        <Form method="post" action={action} preventScrollReset>
          <Button intent="more-time" variant="subtle" size="compact-sm">
            {t("moderation:inbox.moreTime")}
          </Button>
        </Form>
      )}
      {failed.length > 0 && (
        <details className={classes.failed}>
          <summary>
            <Icon name="alert-triangle" size="s" />
            <strong>{t("moderation:inbox.notGone", { count: failed.length })}</strong>
            <span>{t("moderation:inbox.why")}</span>
          </summary>
          <div className="rd-box">
            <ul>
              {failed.map(({ id, title, cause, href }) => (
                <li key={id}>
                  <b dir="auto">{title}</b>
                  <span>{cause}</span>
                  <LinkButton to={href} variant="default" size="sm">
                    {t("moderation:inbox.open")}
                    <span className="rd-hidden">: {title}</span>
                  </LinkButton>
                </li>
              ))}
            </ul>
            <Form method="post" action={action} preventScrollReset>
              <span className="rd-quiet">{t("moderation:inbox.putAsideHelp")}</span>
              <Button intent="put-aside" variant="subtle" size="sm">
                {t("moderation:inbox.putAside")}
              </Button>
            </Form>
          </div>
        </details>
      )}
    </section>
  );
}
