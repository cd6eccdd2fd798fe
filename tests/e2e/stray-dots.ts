import type { Page } from "playwright/test";

/**
 * Separators that begin or end a line of a part of the page: each stands between two items of its
 * line. Those of `.rd-dots` are drawn before their item, and cut off beyond the edge.
 */
export const strayDots = (page: Page, within: string) =>
  page.evaluate((part) => {
    const found = new Set<string>();
    const middle = ({ top, bottom }: DOMRect) => (top + bottom) / 2;
    const isShown = (element: Element | null) =>
      element?.checkVisibility() && !element.closest(".rd-hidden, option, textarea, svg, pre");
    const isApart = (one: DOMRect | undefined, other: DOMRect | undefined) =>
      one &&
      other &&
      Math.abs(middle(one) - middle(other)) > Math.max(one.height, other.height) / 2;
    for (const root of document.querySelectorAll(part)) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      const letters: { node: Text; at: number }[] = [];
      for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null)
        if (isShown(node.parentElement))
          for (let at = 0; at < node.data.length; at++)
            if (/\S/.test(node.data.charAt(at))) letters.push({ node, at });
      const boxOf = (letter: (typeof letters)[number] | undefined) => {
        if (!letter) return undefined;
        const range = document.createRange();
        range.setStart(letter.node, letter.at);
        range.setEnd(letter.node, letter.at + 1);
        return range.getClientRects()[0];
      };
      letters.forEach((letter, place) => {
        const { node, at } = letter;
        if (node.data.charAt(at) !== "·") return;
        if ([-1, 1].some((step) => isApart(boxOf(letter), boxOf(letters[place + step]))))
          found.add(node.data.slice(Math.max(0, at - 30), at + 30));
      });
      for (const element of root.querySelectorAll("*")) {
        if (!isShown(element)) continue;
        const { content, position } = getComputedStyle(element, "::before");
        if (content.includes("·") && position !== "absolute")
          found.add(element.outerHTML.slice(0, 120));
        if (getComputedStyle(element, "::after").content.includes("·"))
          found.add(element.outerHTML.slice(0, 120));
        if (!element.matches(".rd-dots")) continue;
        const { left, right } = element.getBoundingClientRect();
        const isRtl = getComputedStyle(element).direction === "rtl";
        [...element.children].forEach((item, place) => {
          const own = item.getClientRects()[0];
          const before = [...(element.children[place - 1]?.getClientRects() ?? [])].at(-1);
          const isFirst = own && Math.abs(isRtl ? right - own.right : own.left - left) < 1;
          if (own && !isFirst && (!before || isApart(own, before)))
            found.add(`in a line without its item: ${element.textContent}`);
        });
        if (getComputedStyle(element).clipPath === "none")
          found.add(`not cut off: ${element.textContent}`);
      }
    }
    return [...found];
  }, within);
