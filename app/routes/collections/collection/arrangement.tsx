import { useSubmit } from "@remix-run/react";
import { type DragEvent, useEffect, useRef, useState } from "react";
import { EventCard } from "~/components/event-card/event-card";
import cards from "~/components/event-card/event-card.module.css";
import { Icon } from "~/ui/icon";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import type { CollectionItem } from "./collection-page";
import classes from "./collection-page.module.css";

const named = ({ card, place }: CollectionItem) => ({ title: card?.title ?? place });

/** Events of the reader's own collection, arranged by buttons and, with JavaScript, by dragging. */
export function Arrangement({ items, page }: { items: CollectionItem[]; page: number }) {
  const { t } = useText();
  const submit = useSubmit();
  const [isReady, setReady] = useState(false);
  const [dragged, setDragged] = useState<string | null>(null);
  const [status, setStatus] = useState("");
  /** Button that moved an event. It is focused again after the event has changed places. */
  const pressed = useRef<{ event: string; button: string } | null>(null);
  useEffect(() => setReady(true), []);

  useEffect(() => {
    const moved = pressed.current;
    pressed.current = null;
    const item = items.find(({ id }) => id === moved?.event);
    if (!moved || !item) return;
    const button = document.getElementById(moved.button);
    if (button instanceof HTMLButtonElement && !button.disabled) button.focus();
    else
      document
        .querySelector<HTMLButtonElement>(
          `#held-${CSS.escape(item.id)} button[value]:not(:disabled)`,
        )
        ?.focus();
    setStatus(t("collections:moved", { ...named(item), place: item.place }));
  }, [items, t]);

  const drop = (event: DragEvent, beside: string) => {
    event.preventDefault();
    if (!dragged || dragged === beside) return;
    const at = (id: string) => items.findIndex((item) => item.id === id);
    const intent = at(dragged) > at(beside) ? "before" : "after";
    submit(
      { intent, event: dragged, beside, page: String(page) },
      { method: "post", preventScrollReset: true },
    );
  };

  return (
    <>
      <p className="rd-hidden" role="status">
        {status}
      </p>
      <ol className={`${cards.grid} ${classes.arrangement}`}>
        {items.map((item) => (
          <li
            key={item.id}
            id={`held-${item.id}`}
            data-dragged={dragged === item.id || undefined}
            draggable={isReady || undefined}
            onDragStart={() => setDragged(item.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => drop(event, item.id)}
          >
            {item.card ? (
              <EventCard event={item.card} headingLevel={2} />
            ) : (
              <p className={classes.gone}>{t("collections:gone")}</p>
            )}
            <Form
              method="post"
              className={classes.tools}
              preventScrollReset
              onSubmit={(event) => {
                const { submitter } = event.nativeEvent as SubmitEvent;
                if (submitter?.id) pressed.current = { event: item.id, button: submitter.id };
              }}
            >
              <input type="hidden" name="event" value={item.id} />
              <input type="hidden" name="page" value={page} />
              <span className={classes.place}>{item.place}</span>
              {item.isOver && <span className={classes.over}>{t("collections:past")}</span>}
              <button
                className="rd-square"
                id={`up-${item.id}`}
                type="submit"
                name="intent"
                value="up"
                aria-label={t("collections:up", named(item))}
                disabled={item.isFirst}
              >
                <Icon name="arrow-up" />
              </button>
              <button
                className="rd-square"
                id={`down-${item.id}`}
                type="submit"
                name="intent"
                value="down"
                aria-label={t("collections:down", named(item))}
                disabled={item.isLast}
              >
                <Icon name="arrow-down" />
              </button>
              <button
                className="rd-square"
                type="submit"
                name="intent"
                value="remove"
                aria-label={
                  item.card ? t("collections:remove", named(item)) : t("collections:removeGone")
                }
              >
                <Icon name="x" />
              </button>
            </Form>
          </li>
        ))}
      </ol>
    </>
  );
}
