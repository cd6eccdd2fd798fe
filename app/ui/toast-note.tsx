import { useEffect, useState } from "react";
import { Icon } from "./icon";
import { Link } from "./link";
import { useText } from "./text";
import type { ShownToast } from "./toast";
import classes from "./toast.module.css";
import { useUx } from "./ux";

/** Time until a toast disappears, ms (product.md §9). Errors stay until dismissed. */
const STAY = 6_000;
/** Confetti tiles. */
const CONFETTI = Array.from({ length: 14 }, (_, piece) => piece);

export interface ToastNoteProps {
  toast: ShownToast;
  onDismiss: (id: string) => void;
}

/** One toast, with the way to what it speaks of, or back. */
export function ToastNote({ toast, onDismiss }: ToastNoteProps) {
  const { t } = useText();
  const { delightful } = useUx();
  const { id, kind, text, detail, undo, link } = toast;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || kind === "error") return;
    const timer = setTimeout(() => onDismiss(id), STAY);
    return () => clearTimeout(timer);
  }, [held, kind, id, onDismiss]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hovering only pauses the timer
    <div
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={hold}
      onMouseLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      <span className={classes.icon}>
        {kind === "success" ? (
          <Icon name="circle-check" />
        ) : kind === "error" ? (
          <Icon name="alert-circle" />
        ) : (
          <Icon name="info-circle" />
        )}
      </span>
      <div>
        <p dir="auto">{text}</p>
        {detail && (
          <p dir="auto" className={classes.detail}>
            {detail}
          </p>
        )}
      </div>
      {link && (
        <Link className={classes.undo} to={link} onClick={() => onDismiss(id)}>
          {t("common:toast.open")}
        </Link>
      )}
      {undo && (
        <button
          type="button"
          className={classes.undo}
          onClick={() => {
            undo();
            onDismiss(id);
          }}
        >
          {t("common:toast.undo")}
        </button>
      )}
      {toast.celebrates && delightful.confetti && (
        <span className={classes.confetti} aria-hidden="true">
          {CONFETTI.map((piece) => (
            <i key={piece} />
          ))}
        </span>
      )}
      <button
        type="button"
        className={`${classes.close} rd-square rd-needs-script`}
        aria-label={t("common:toast.dismiss")}
        onClick={() => onDismiss(id)}
      >
        <Icon name="x" size="s" />
      </button>
    </div>
  );
}
