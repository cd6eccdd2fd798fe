import {
  createContext,
  type ReactNode,
  Suspense,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { forgetFlash } from "../lib/http/flash";
import type { ToastView } from "../lib/pages/views";
import { whenUsed } from "../lib/pages/when-idle";
import { lazyPart } from "./lazy-part";
import classes from "./toast.module.css";
import type { ToastNoteProps } from "./toast-note";

const { prepare, Part: Toast } = lazyPart<ToastNoteProps>(
  "toasts",
  async () => (await import("./toast-note")).ToastNote,
);

export const prepareToasts = prepare;

export interface ShownToast extends ToastView {
  /** Reverts the reported action. The toast then disappears. */
  undo?: () => void;
}

/** A toast with an id replaces the one with the same id. */
type Show = (toast: Omit<ShownToast, "id"> & { id?: string }) => void;

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
  // Before it is needed: it may have to say that there is no connection.
  useEffect(() => whenUsed(() => void prepare().catch(() => {})), []);
  const announced = useRef(flash?.id);
  useEffect(() => {
    if (!flash) return;
    forgetFlash(flash.id);
    if (announced.current === flash.id) return;
    announced.current = flash.id;
    add(flash);
  }, [flash, add]);
  const errors = toasts.filter(({ kind }) => kind === "error");
  const others = toasts.filter(({ kind }) => kind !== "error");
  return (
    <ToastContext.Provider value={show}>
      {children}
      <div id={flash ? "toasts" : undefined} className={`${classes.region} rd-no-print`}>
        <div role="alert">
          <Suspense>
            {errors.map((toast) => (
              <Toast key={toast.id} toast={toast} onDismiss={dismiss} />
            ))}
          </Suspense>
        </div>
        <div role="status">
          <Suspense>
            {others.map((toast) => (
              <Toast key={toast.id} toast={toast} onDismiss={dismiss} />
            ))}
          </Suspense>
        </div>
      </div>
    </ToastContext.Provider>
  );
}
