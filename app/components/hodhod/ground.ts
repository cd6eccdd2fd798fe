/** A rectangle of the window, pixels. */
export interface ScreenBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** What is used or read near the lower edge of the window, and how high the bar is that stands there (0 without one). */
export interface Ground {
  width: number;
  height: number;
  bar: number;
  taken: readonly ScreenBox[];
}

/** A bar higher than this part of the window is a panel, which he does not stand on. */
const HIGHEST_BAR = 1 / 3;
/** Of the ground above the bar, pixels: what lies highest reaches so far. */
const DEPTH = 80;
const CONTROL =
  'a, button, input, select, textarea, summary, label, dialog, img, video, iframe, canvas, [role="button"], [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** Whether a box lies in the window and touches nothing that is taken. */
export function isOpenGround(box: ScreenBox, { width, taken }: Ground): boolean {
  return box.left >= 0 && box.left + box.width <= width && !taken.some((other) => overlaps(box, other));
}

function overlaps(one: ScreenBox, other: ScreenBox): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}

/**
 * Reads the lower part of the page once: controls, pictures, lines of text, and what floats over the page. It forces a layout, so it is
 * for a page at rest.
 * @param own what is not looked at
 */
export function surveyGround(own: Element): Ground {
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const strip = { left: 0, width, top: height * (1 - HIGHEST_BAR) - DEPTH, height: height * HIGHEST_BAR + DEPTH };
  const taken: ScreenBox[] = [];
  let bar = 0;
  for (const element of document.body.querySelectorAll("*")) {
    if (own.contains(element) || !isShown(element)) continue;
    const box = element.getBoundingClientRect();
    if (!overlaps(box, strip)) continue;
    if (floats(element)) {
      taken.push(box);
      if (box.bottom >= height - 2 && box.height < height * HIGHEST_BAR) bar = Math.max(bar, height - box.top);
    } else if (element.closest(CONTROL)) taken.push(box);
    else taken.push(...linesOf(element));
  }
  return { width, height, bar, taken };
}

/** What lies outside the window and is not laid out yet (`content-visibility`) is not asked for its place. */
function isShown(element: Element): boolean {
  return element.checkVisibility?.({ contentVisibilityAuto: true, opacityProperty: true, visibilityProperty: true }) ?? true;
}

/** Bars, toasts and panels stay where they are while the page scrolls. What lets clicks through only holds them. */
function floats(element: Element): boolean {
  const { position, pointerEvents } = getComputedStyle(element);
  return (position === "fixed" || position === "sticky") && pointerEvents !== "none";
}

/** The lines of an element's own text, since its box may be far wider than what is written in it. */
function* linesOf(element: Element): Generator<ScreenBox> {
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    yield* range.getClientRects();
  }
}

/** Tells when the page may look different at its lower edge, scrolling apart. @returns how to stop */
export function watchGround(own: Element, onChange: () => void): () => void {
  const mutations = new MutationObserver((records) => {
    if (records.some(({ target }) => !own.contains(target))) onChange();
  });
  mutations.observe(document.body, { childList: true, subtree: true, attributes: true, characterData: true });
  const sizes = new ResizeObserver(onChange);
  sizes.observe(document.body);
  const moved = ({ target }: Event) => {
    if (target instanceof Node && !own.contains(target)) onChange();
  };
  addEventListener("transitionend", moved);
  addEventListener("animationend", moved);
  return () => {
    mutations.disconnect();
    sizes.disconnect();
    removeEventListener("transitionend", moved);
    removeEventListener("animationend", moved);
  };
}
