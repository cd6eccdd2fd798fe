/** Rectangle in the viewport, px. */
export interface ScreenBox {
  left: number;
  top: number;
  width: number;
  height: number;
}

/**
 * Occupied rectangles near the lower edge of the viewport, and the height of the bar there (0
 * without one).
 */
export interface Ground {
  width: number;
  height: number;
  bar: number;
  taken: readonly ScreenBox[];
}

/**
 * Fraction of the viewport's height above which a bar counts as a panel, which the mascot does not
 * stand on.
 */
const HIGHEST_BAR = 1 / 3;
/** Surveyed height above the bar, px: the reach of the highest find. */
const DEPTH = 80;
const CONTROL =
  'article:has(.rd-cover-link), form, table, a, button, input, select, textarea, summary, label, dialog, img, video, iframe, canvas, [role="button"], [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** Whether a box is inside the viewport and overlaps nothing occupied. */
export function isOpenGround(box: ScreenBox, { width, taken }: Ground): boolean {
  return (
    box.left >= 0 && box.left + box.width <= width && !taken.some((other) => overlaps(box, other))
  );
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
 * Surveys the lower part of the page: controls, pictures, lines of text and floating elements.
 * Forces a layout, so call it only while the page is at rest.
 * @param own element to ignore
 */
export function surveyGround(own: Element): Ground {
  const width = document.documentElement.clientWidth;
  const height = window.innerHeight;
  const strip = {
    left: 0,
    width,
    top: height * (1 - HIGHEST_BAR) - DEPTH,
    height: height * HIGHEST_BAR + DEPTH,
  };
  const taken: ScreenBox[] = [];
  let bar = 0;
  for (const element of document.body.querySelectorAll("*")) {
    if (own.contains(element) || !isShown(element)) continue;
    const box = element.getBoundingClientRect();
    if (!overlaps(box, strip)) continue;
    if (floats(element)) {
      taken.push(box);
      if (box.bottom >= height - 2 && box.height < height * HIGHEST_BAR)
        bar = Math.max(bar, height - box.top);
    } else if (element.closest(CONTROL)) taken.push(box);
    else taken.push(...linesOf(element));
  }
  return { width, height, bar, taken };
}

/** Skips hidden elements and those that `content-visibility` has not laid out. */
function isShown(element: Element): boolean {
  return (
    element.checkVisibility?.({
      contentVisibilityAuto: true,
      opacityProperty: true,
      visibilityProperty: true,
    }) ?? true
  );
}

/**
 * Whether an element stays in place while the page scrolls. Containers that let clicks through do
 * not count.
 */
function floats(element: Element): boolean {
  const { position, pointerEvents } = getComputedStyle(element);
  return (position === "fixed" || position === "sticky") && pointerEvents !== "none";
}

/** Boxes of an element's own text lines. The element's box may be much wider than its text. */
function* linesOf(element: Element): Generator<ScreenBox> {
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim()) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    yield* range.getClientRects();
  }
}

/**
 * Calls back when the lower edge of the page may have changed, except by scrolling.
 * @param onMove the page has another height or other letters; called before it is painted so
 * @returns a function that stops watching
 */
export function watchGround(own: Element, onChange: () => void, onMove: () => void): () => void {
  const mutations = new MutationObserver((records) => {
    if (records.some(({ target }) => !own.contains(target))) onChange();
  });
  mutations.observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    characterData: true,
  });
  const sizes = new ResizeObserver(onMove);
  sizes.observe(document.body);
  const moved = ({ target }: Event) => {
    if (target instanceof Node && !own.contains(target)) onChange();
  };
  addEventListener("transitionend", moved);
  addEventListener("animationend", moved);
  document.fonts.addEventListener("loadingdone", onMove);
  return () => {
    mutations.disconnect();
    sizes.disconnect();
    removeEventListener("transitionend", moved);
    removeEventListener("animationend", moved);
    document.fonts.removeEventListener("loadingdone", onMove);
  };
}
