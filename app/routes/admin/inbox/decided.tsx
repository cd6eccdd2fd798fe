import { useRevalidator } from "@remix-run/react";
import { useEffect, useState } from "react";
import { Button } from "~/ui/button";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { InboxView } from "./inbox";
import classes from "./inbox.module.css";

const SECOND = 1_000;

/**
 * The reader's last decisions: what can be undone, with the seconds that are left, and what was not
 * carried out.
 */
export function Decided({ view }: { view: InboxView }) {
  const { t } = useText();
  const { revalidate } = useRevalidator();
  const [past, setPast] = useState(0);
  const last = Math.max(0, ...view.decided.map(({ left }) => left ?? 0));
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
  }, [view.decided]);
  const shown = view.decided.filter(({ left }) => left === null || left > past);
  const waiting = shown.filter(({ left }) => left !== null);
  const newest = waiting[0]?.id;
  return (
    <section
      aria-label={t("moderation:inbox.decided")}
      className={classes.decided}
      hidden={shown.length === 0}
    >
      <ul role="status">
        {shown.map(({ id, name, text, left, href, state }) => (
          <li key={id} data-state={state}>
            <span>{text}</span>
            {left === null ? (
              <Link className="rd-link" to={href}>
                {t("moderation:inbox.open")}
              </Link>
            ) : (
              <>
                <small aria-hidden="true">
                  {t("moderation:inbox.effect", { count: left - past })}
                </small>
                <Form method="post" action={view.action} preventScrollReset>
                  <input type="hidden" name="decision" value={id} />
                  <input type="hidden" name="case" value={name} />
                  <Button
                    intent="undo"
                    variant="default"
                    size="compact-sm"
                    aria-label={t("moderation:inbox.undoOf", { what: text })}
                    data-key={id === newest ? "z" : undefined}
                    icon="arrow-back-up"
                  >
                    {t("moderation:inbox.undo")}
                  </Button>
                </Form>
              </>
            )}
          </li>
        ))}
      </ul>
      {waiting.length > 0 && (
        <Form method="post" action={view.action} preventScrollReset>
          <Button intent="more-time" variant="subtle" size="compact-sm">
            {t("moderation:inbox.moreTime")}
          </Button>
        </Form>
      )}
      {waiting.length > 1 && (
        <Form method="post" action={view.list} preventScrollReset>
          {waiting.map(({ id }) => (
            <input key={id} type="hidden" name="decision" value={id} />
          ))}
          <Button intent="undo" variant="subtle" size="compact-sm">
            {t("moderation:inbox.undoAll", { count: waiting.length })}
          </Button>
        </Form>
      )}
    </section>
  );
}
