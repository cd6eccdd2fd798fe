import {
  type ForwardedRef,
  type MutableRefObject,
  type RefCallback,
  useEffect,
  useRef,
  useState,
} from "react";

/** What puts the open sheets away, the topmost last. */
const sheets: (() => void)[] = [];
/** Of the page below them. */
let address = "";
/** Entries of sheets that their own buttons have put away, and whether the step over them is on its way. */
let left = 0;
let isStepping = false;
/** What the router does to entries while the step is on its way, which would undo it. */
let held: (() => void)[] = [];
const HELD = ["pushState", "replaceState"] as const;

/**
 * Lets open sheets see Back first. Call it before hydration: the window calls its listeners in the
 * order of registration, in either phase, and the router registers its own at start-up.
 */
export function listenForBack(): void {
  addEventListener("popstate", onPop);
  addEventListener("pagehide", endStep);
}

function endStep(): void {
  if (!isStepping) return;
  isStepping = false;
  // The own properties that `stepBack` has set hide the browser's methods.
  for (const method of HELD) Reflect.deleteProperty(history, method);
  for (const go of held) go();
  held = [];
}

function onPop(event: PopStateEvent): void {
  if (isStepping) {
    event.stopImmediatePropagation();
    endStep();
    return;
  }
  const close = sheets.pop();
  if (!close) return;
  // Where the page below has another address, the router goes there.
  if (location.href === address) event.stopImmediatePropagation();
  close();
}

/** Takes the entries of sheets that are put away together in one step. */
function stepBack(): void {
  if (left++ > 0) return;
  queueMicrotask(() => {
    isStepping = true;
    for (const method of HELD)
      history[method] = (...entry) => void held.push(() => history[method](...entry));
    history.go(-left);
    left = 0;
  });
}

/**
 * Makes an open sheet or dialog an entry of history, so that Back closes it, of several the topmost.
 * The router does not learn of the entry: it is the page's own, with a mark.
 * @param close puts the sheet away; called by Back
 */
export function useHistoryEntry(isOpen: boolean, close: () => void): void {
  const closing = useRef(close);
  closing.current = close;
  useEffect(() => {
    if (!isOpen) return;
    address = location.href;
    const putAway = () => closing.current();
    sheets.push(putAway);
    history.pushState({ ...history.state, isSheet: true }, "");
    return () => {
      const at = sheets.indexOf(putAway);
      // Back has closed it.
      if (at === -1) return;
      sheets.splice(at, 1);
      // Else a link within has replaced the entry.
      if (history.state?.isSheet && location.href === address) stepBack();
    };
  }, [isOpen]);
}

/**
 * The same for a native dialog, however it is opened. Returns the `ref` that fills both refs.
 * @param dialog the component's own ref
 * @param forwarded the ref of its caller
 * @param isEntry false where its URL opens it
 */
export function useDialogEntry(
  dialog: MutableRefObject<HTMLDialogElement | null>,
  forwarded: ForwardedRef<HTMLDialogElement>,
  isEntry = true,
): RefCallback<HTMLDialogElement> {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const element = dialog.current;
    if (!element || !isEntry) return;
    const observer = new MutationObserver(() => setOpen(element.open));
    observer.observe(element, { attributeFilter: ["open"] });
    return () => observer.disconnect();
  }, [dialog, isEntry]);
  useHistoryEntry(isOpen && isEntry, () => dialog.current?.close());
  return (element) => {
    dialog.current = element;
    if (typeof forwarded === "function") forwarded(element);
    else if (forwarded) forwarded.current = element;
  };
}
