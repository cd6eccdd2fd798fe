import { useLocation, useRevalidator } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import { SAVED_EVENT, savedWord, savedWords } from "../../lib/pages/saved-list";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";
import { useUx } from "../../ui/ux";
import classes from "./heart.module.css";

interface Saveable {
  id: string;
  title: string;
  /** Null on shared pages of visitors, whose hearts are in a cookie. */
  isSaved: boolean | null;
  /**
   * Of an event with several dates: the one that is saved, by its original start; null for the
   * event itself.
   */
  at?: string | null;
}

interface HeartProps {
  event: Saveable;
  className?: string;
  /** Makes ids unique if a page shows an event more than once. */
  scope?: string;
  /** Text beside the heart, which makes it a button among others. */
  label?: string;
}

let last: Promise<unknown> = Promise.resolve();
/** One after another: two answers at once would each set a guest's cookie without the other's. */
function inTurn(send: () => Promise<Response>): Promise<Response | null> {
  const answer = last.then(send).catch(() => null);
  last = answer;
  return answer;
}

/** Saves an event. Without JavaScript the form returns to this page. */
export function Heart({ event, className = "", scope = "", label }: HeartProps) {
  const { t } = useText();
  const show = useToast();
  const { interactions } = useUx();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const [isSaved, setSaved] = useState(event.isSaved ?? false);
  const [hasChanged, setChanged] = useState(false);
  const wanted = useRef<boolean | null>(null);
  // Depends on the object's identity: mutating `event.isSaved` below must not reset the state.
  useEffect(
    () =>
      setSaved(event.isSaved ?? savedWords(document.cookie)?.includes(savedWord(event)) ?? false),
    [event],
  );
  const action = paths.eventFavourite(event.id);
  const anchor = ["heart", scope, event.id].filter(Boolean).join("-");

  const change = async (next: boolean) => {
    const body = new FormData();
    body.set("intent", next ? "save" : "remove");
    if (event.at) body.set("at", event.at);
    const isFirst = event.isSaved === null && savedWords(document.cookie) === null;
    wanted.current = next;
    setSaved(next);
    setChanged(next);
    // `keepalive` completes the request even if the reader leaves the page.
    const answer = await inTurn(() =>
      fetch(action, {
        method: "POST",
        headers: { Accept: "application/json" },
        body,
        keepalive: true,
      }),
    );
    if (answer?.ok) {
      // The page may have been read again before the answer.
      if (wanted.current === next) setSaved(next);
      // The list may render this event again from its cached pages.
      if (event.isSaved !== null) event.isSaved = next;
      // The hearts of an event and of its dates follow each other.
      if (event.isSaved !== null && event.at !== undefined) revalidate();
      dispatchEvent(new CustomEvent(SAVED_EVENT, { detail: next ? 1 : -1 }));
      if (isFirst)
        show({
          kind: "success",
          text: t("common:heart.onDevice"),
          detail: t("common:heart.onDeviceDetail"),
          link: paths.saved(),
        });
      if (!next && interactions.undoToasts)
        show({ kind: "info", text: t("common:heart.removed"), undo: () => change(true) });
    } else {
      setSaved(!next);
      show({
        kind: "error",
        text: t(answer?.status === 409 ? "common:heart.full" : "common:heart.failed"),
      });
    }
  };

  return (
    <form className={`${classes.form} rd-no-print ${className}`} method="post" action={action}>
      <input type="hidden" name="returnTo" value={pathname + search} />
      {event.at && <input type="hidden" name="at" value={event.at} />}
      {scope && <input type="hidden" name="anchor" value={anchor} />}
      <button
        id={anchor}
        className={classes.heart}
        type="submit"
        name="intent"
        value={isSaved ? "remove" : "save"}
        aria-pressed={isSaved}
        aria-label={t("common:heart.save", { title: event.title })}
        data-pressed={hasChanged || undefined}
        data-labelled={label && true}
        onClick={(click) => {
          click.preventDefault();
          change(!isSaved);
        }}
      >
        <Icon name={isSaved ? "heart-filled" : "heart"} />
        {label && <span>{label}</span>}
      </button>
    </form>
  );
}
