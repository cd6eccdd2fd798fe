/** Optional effects by group (decisions.md §7). Each is a switch. */
export const UX_GROUPS = {
  animations: ["pageTransitions", "cardHover", "skeletons"],
  mascot: ["enabled", "collectables", "haptics"],
  socialProof: ["savedCount", "viewCount"],
  contextual: ["nearYou", "similarEvents"],
  interactions: ["undoToasts", "shortcuts"],
  delightful: ["confetti", "greetings"],
} as const;

export type UxGroup = keyof typeof UX_GROUPS;
export type UxSettings = { [G in UxGroup]: Record<(typeof UX_GROUPS)[G][number], boolean> };

export const UX_GROUP_NAMES = Object.keys(UX_GROUPS) as UxGroup[];

/** All switches are on by default. */
export const DEFAULT_UX = Object.fromEntries(
  UX_GROUP_NAMES.map((group) => [
    group,
    Object.fromEntries(UX_GROUPS[group].map((name) => [name, true])),
  ]),
) as UxSettings;

/** The disabled animations for style sheets: `data-off="card-hover"`. Undefined when all are on. */
export function switchedOff({ animations }: UxSettings): string | undefined {
  const off = Object.entries(animations).filter(([, isOn]) => !isOn);
  return (
    off.map(([name]) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)).join(" ") ||
    undefined
  );
}
