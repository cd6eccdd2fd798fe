import { useLocation, useRevalidator } from "@remix-run/react";
import { type MouseEvent, useEffect, useState } from "react";
import { SAVED_EVENT } from "../../lib/pages/saved-event";
import { paths } from "../../lib/paths";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";
import { useUx } from "../../ui/ux";
import { deviceHearts, heartKey, isFirstHeart, keepHeart } from "./device-hearts";
import classes from "./heart.module.css";

export interface Saveable {
  id: string;
  title: string;
  /**
   * Null for visitors, whose hearts stay on their device; without JavaScript the form leads to the
   * log-in page and back.
   */
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

/** Saves an event. Without JavaScript the form returns to this page. */
export function Heart({ event, className = "", scope = "", label }: HeartProps) {
  const { t } = useText();
  const show = useToast();
  const { interactions } = useUx();
  const { revalidate } = useRevalidator();
  const { pathname, search } = useLocation();
  const [isSaved, setSaved] = useState(event.isSaved ?? false);
  const [hasChanged, setChanged] = useState(false);
  // Depends on the object's identity: mutating `event.isSaved` below must not reset the state.
  useEffect(() => setSaved(event.isSaved ?? deviceHearts().includes(heartKey(event))), [event]);
  const action = paths.eventFavourite(event.id);
  const anchor = ["heart", scope, event.id].filter(Boolean).join("-");

  const onClick = (click: MouseEvent<HTMLButtonElement>) => {
    click.preventDefault();
    if (event.isSaved === null) changeOnDevice(!isSaved);
    else change(!isSaved);
  };

  const changeOnDevice = (next: boolean) => {
    if (next && isFirstHeart())
      show({
        kind: "success",
        text: t("common:heart.onDevice"),
        detail: t("common:heart.onDeviceDetail"),
      });
    keepHeart(heartKey(event), next);
    setSaved(next);
    setChanged(next);
  };

  const change = async (next: boolean) => {
    const body = new FormData();
    body.set("intent", next ? "save" : "remove");
    if (event.at) body.set("at", event.at);
    setSaved(next);
    setChanged(next);
    // `keepalive` completes the request even if the reader leaves the page.
    const answer = await fetch(action, {
      method: "POST",
      headers: { Accept: "application/json" },
      body,
      keepalive: true,
    }).catch(() => null);
    // The list may render this event again from its cached pages.
    if (answer?.ok) {
      event.isSaved = next;
      // The hearts of an event and of its dates follow each other.
      if (event.at !== undefined) revalidate();
      if (next) dispatchEvent(new Event(SAVED_EVENT));
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
        onClick={onClick}
      >
        <Icon name={isSaved ? "heart-filled" : "heart"} />
        {label && <span>{label}</span>}
      </button>
    </form>
  );
}
