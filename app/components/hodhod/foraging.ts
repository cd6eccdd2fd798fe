/** Collectables of product.md §9, drawn in finds.svg because some systems lack the emoji. */
export const FINDS = [
  "watermelon",
  "orange",
  "grapes",
  "chestnut",
  "tulip",
  "note",
  "star",
] as const;

/** Lifetime of a find, ms. */
const LIES_FOR = 5_000;
/** Maximum time between two finds of a combo, ms. */
const COMBO_WITHIN = 3_000;
/** Maximum number of finds on screen. */
export const MAX_FINDS = 4;

export interface Find {
  id: number;
  glyph: string;
  /** Inline offset from the start of the line, px. */
  at: number;
  /** Height above the lower edge, px. */
  lift: number;
  /** Time of appearance, ms. */
  since: number;
}

export interface Foraging {
  finds: readonly Find[];
  nextId: number;
  /** Total collected. */
  score: number;
  /** Number collected in a row, each within 3 s of the previous one. 0 after a break. */
  combo: number;
  collectedAt: number | null;
}

export type ForagingEvent =
  | { type: "appear"; find: Omit<Find, "id" | "since">; now: number }
  | { type: "collect"; id: number; now: number }
  /** A tick of the clock. */
  | { type: "pass"; now: number }
  /** Removes finds that lie on occupied ground. */
  | { type: "remove"; ids: readonly number[] };

export const EMPTY_FORAGING: Foraging = {
  finds: [],
  nextId: 1,
  score: 0,
  combo: 0,
  collectedAt: null,
};

/** Reducer of the game, without clock or randomness. Returns the same state if nothing changed. */
export function forage(state: Foraging, event: ForagingEvent): Foraging {
  switch (event.type) {
    case "appear": {
      if (state.finds.length >= MAX_FINDS) return state;
      const found = { ...event.find, id: state.nextId, since: event.now };
      return { ...state, nextId: state.nextId + 1, finds: [...state.finds, found] };
    }
    case "collect": {
      const finds = state.finds.filter(({ id }) => id !== event.id);
      if (finds.length === state.finds.length) return state;
      const inTime = state.collectedAt !== null && event.now - state.collectedAt <= COMBO_WITHIN;
      return {
        ...state,
        finds,
        score: state.score + 1,
        combo: inTime ? state.combo + 1 : 1,
        collectedAt: event.now,
      };
    }
    case "pass": {
      const finds = state.finds.filter(({ since }) => event.now - since < LIES_FOR);
      const broken =
        state.combo > 0 &&
        state.collectedAt !== null &&
        event.now - state.collectedAt > COMBO_WITHIN;
      if (finds.length === state.finds.length && !broken) return state;
      return { ...state, finds, combo: broken ? 0 : state.combo };
    }
    case "remove": {
      const finds = state.finds.filter(({ id }) => !event.ids.includes(id));
      return finds.length === state.finds.length ? state : { ...state, finds };
    }
  }
}
