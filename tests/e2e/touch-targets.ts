import type { Page } from "playwright/test";

/** Minimum size of touch targets, CSS pixels. */
const LEAST = 40;

/**
 * Controls of a part of the page that are smaller or overflow the screen; except links within text
 * (WCAG 2.5.8).
 */
export const tooSmall = (page: Page, within: string) =>
  page.evaluate(
    ({ within, least }) => {
      const faults: string[] = [];
      for (const element of document.querySelectorAll<HTMLElement>(
        `${within} :is(a[href], button, summary, select, textarea, input:not([type=hidden]))`,
      )) {
        const style = getComputedStyle(element);
        if (
          element.closest(".rd-hidden, [inert]") ||
          style.visibility === "hidden" ||
          !element.checkVisibility()
        )
          continue;
        // Link within text.
        if (element.matches("a") && style.display === "inline") continue;
        // A title whose target is its whole card.
        if (getComputedStyle(element, "::after").position === "absolute") continue;
        const own = element.getBoundingClientRect();
        // The label extends the target.
        const label =
          element.matches("input[type=checkbox], input[type=radio]") &&
          (element as HTMLInputElement).labels?.[0];
        const { width, height, left, right } = label ? label.getBoundingClientRect() : own;
        // Visually hidden until focused.
        if (width <= 1 || height <= 1 || right <= 0) continue;
        let parent = element.parentElement;
        while (parent && !["auto", "scroll", "hidden"].includes(getComputedStyle(parent).overflowX))
          parent = parent.parentElement;
        const isOut = !parent && (left < -0.5 || right > innerWidth + 0.5);
        const isCut =
          style.overflowX === "visible" &&
          element.matches("a, button") &&
          element.scrollWidth > element.clientWidth + 1 &&
          element.clientWidth > 0;
        if (width >= least - 0.5 && height >= least - 0.5 && !isOut && !isCut) continue;
        const fault = [isOut && "off screen", isCut && "cut off"].filter(Boolean).join(", ");
        faults.push(
          `${element.outerHTML.slice(0, 110)} ${Math.round(width)}x${Math.round(height)} ${fault}`,
        );
      }
      return faults;
    },
    { within, least: LEAST },
  );
