/** The list beside the map (browse-results.tsx). */
const LIST = "results";
const EVENT = /\/events\/([0-9a-f-]{36})/;

const rowOf = (node: EventTarget | null) =>
  node instanceof Element ? node.closest("article") : null;

/** The event of a row, by its link. */
const eventIn = (row: Element | null): string | null =>
  EVENT.exec(row?.querySelector('a[href*="/events/"]')?.getAttribute("href") ?? "")?.[1] ?? null;

/**
 * Tells which row of the list is under the pointer or has the focus, and marks rows of events.
 * @param onRow gets the event's id; null once it is left
 */
export function watchRows(onRow: (id: string | null) => void, signal: AbortSignal) {
  const list = document.getElementById(LIST);
  const enter = ({ target }: Event) => onRow(eventIn(rowOf(target)));
  const leave = () => onRow(null);
  for (const type of ["pointerover", "focusin"]) list?.addEventListener(type, enter, { signal });
  for (const type of ["pointerleave", "focusout"]) list?.addEventListener(type, leave, { signal });
  const mark = (ids: readonly string[], isChosen = false) => {
    for (const row of document.querySelectorAll(`#${LIST} article[data-lit]`))
      row.removeAttribute("data-lit");
    const rows = [...document.querySelectorAll(`#${LIST} article`)].filter((row) =>
      ids.includes(eventIn(row) ?? ""),
    );
    for (const row of rows) row.setAttribute("data-lit", "");
    const [first] = rows;
    if (isChosen && first && matchMedia("(min-width: 900px)").matches)
      first.scrollIntoView({ block: "nearest", behavior: "smooth" });
  };
  signal.addEventListener("abort", () => mark([]));
  return { mark };
}
