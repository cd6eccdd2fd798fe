/** A rectangle of the window, pixels. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Smaller than any control, so that none slips between two probes. */
const PROBE = 12;
const CONTROL =
  'a, button, input, select, textarea, summary, label, dialog, img, video, iframe, canvas, [role="button"], [contenteditable="true"], [tabindex]:not([tabindex="-1"])';

/** Whether nothing that is used or read is under a box: no control, no text, no picture, nothing that floats over the page. */
export function isOpenGround(box: Box, own: Element): boolean {
  const seen = new Set<Element>();
  for (const y of probes(box.top, box.height))
    for (const x of probes(box.left, box.width))
      for (const element of document.elementsFromPoint(x, y)) {
        if (seen.has(element) || own.contains(element)) continue;
        seen.add(element);
        if (element.closest(CONTROL) || floats(element) || hasTextIn(element, box)) return false;
      }
  return true;
}

/** From the first pixel to the last. */
function probes(from: number, length: number): number[] {
  const count = Math.ceil(length / PROBE);
  return Array.from({ length: count + 1 }, (_, step) => from + Math.min(step * PROBE, length - 1));
}

/** Bars, toasts and panels stay where they are while the page scrolls. */
function floats(element: Element): boolean {
  const { position } = getComputedStyle(element);
  return position === "fixed" || position === "sticky";
}

const range = typeof document === "undefined" ? null : document.createRange();

/** The lines of an element's own text, since its box may be far wider than what is written in it. */
function hasTextIn(element: Element, box: Box): boolean {
  for (const node of element.childNodes) {
    if (node.nodeType !== Node.TEXT_NODE || !node.nodeValue?.trim() || !range) continue;
    range.selectNodeContents(node);
    for (const line of range.getClientRects())
      if (line.left < box.left + box.width && line.right > box.left && line.top < box.top + box.height && line.bottom > box.top)
        return true;
  }
  return false;
}

/** The height of a bar at the lower edge, such as the one with the price on phones; 0 where there is none. */
export function barAtLowerEdge(width: number, height: number, own: Element): number {
  let bar = 0;
  for (const x of [0.25, 0.5, 0.75])
    for (const element of document.elementsFromPoint(width * x, height - 2)) {
      if (own.contains(element) || !floats(element)) continue;
      const box = element.getBoundingClientRect();
      if (box.bottom >= height - 2 && box.height < height / 3) bar = Math.max(bar, height - box.top);
    }
  return bar;
}
