import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import type { ToastView } from "../lib/pages/views";
import { Icon } from "./icon";
import { useUx } from "./kit-provider";
import { Link } from "./link";
import { useText } from "./text";
import classes from "./toast.module.css";

/** Time until a toast disappears, ms (product.md §9). Errors stay until dismissed. */
const STAY = 6_000;

interface ShownToast extends ToastView {
  /** Reverts the reported action. The toast then disappears. */
  undo?: () => void;
}

/** A toast with an id replaces the one with the same id. */
type Show = (toast: Omit<ShownToast, "id"> & { id?: string }) => void;
/** Confetti tiles. */
const CONFETTI = Array.from({ length: 14 }, (_, piece) => piece);

const ToastContext = createContext<Show | null>(null);

/**
 * Shows a toast at the bottom start of the page. @throws Error outside ToastProvider (product.md
 * §8)
 */
export function useToast(): Show {
  const show = useContext(ToastContext);
  if (!show) throw new Error("useToast needs a ToastProvider above it.");
  return show;
}

/**
 * @param flash toast set by the previous response; server-rendered, so it works without JavaScript
 */
export function ToastProvider({
  flash,
  children,
}: {
  flash: ToastView | null;
  children: ReactNode;
}) {
  const [toasts, setToasts] = useState<readonly ShownToast[]>(flash ? [flash] : []);
  const count = useRef(0);
  const add = useCallback(
    (toast: ShownToast) =>
      setToasts((shown) => [...shown.filter(({ id }) => id !== toast.id), toast]),
    [],
  );
  const dismiss = useCallback(
    (id: string) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const show = useCallback<Show>(
    (toast) => add({ id: `here-${++count.current}`, ...toast }),
    [add],
  );
  const announced = useRef(flash?.id);
  useEffect(() => {
    if (!flash || announced.current === flash.id) return;
    announced.current = flash.id;
    add(flash);
  }, [flash, add]);
  const errors = toasts.filter(({ kind }) => kind === "error");
  const others = toasts.filter(({ kind }) => kind !== "error");
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div className={`${classes.region} rd-no-print`}>
        <div role="alert">
          {errors.map((toast) => (
            <Toast key={toast.id} toast={toast} onDismiss={dismiss} />
          ))}
        </div>
        <div role="status">
          {others.map((toast) => (
            <Toast key={toast.id} toast={toast} onDismiss={dismiss} />
          ))}
        </div>
      </div>
    </ToastContext.Provider>
  );
}

function Toast({ toast, onDismiss }: { toast: ShownToast; onDismiss: (id: string) => void }) {
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
