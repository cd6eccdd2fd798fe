/** What Hodhod finds: the collectable emoji of product.md §9, drawn by us (finds.svg), since not every system has letters for them. */
export const FINDS = ["watermelon", "orange", "grapes", "chestnut", "tulip", "note", "star"] as const;

/** How long something lies about, ms. */
const LIES_FOR = 5_000;
/** Two finds within this time belong together, ms. */
const COMBO_WITHIN = 3_000;
/** So many lie about at most. */
export const MOST_FINDS = 4;

export interface Find {
  id: number;
  glyph: string;
  /** Pixels from the start of the line. */
  at: number;
  /** Pixels from the lower edge. */
  lift: number;
  /** When it appeared, ms. */
  since: number;
}

export interface Foraging {
  finds: readonly Find[];
  nextId: number;
  /** Collected in all. */
  score: number;
  /** Collected in a row, each within three seconds of the one before; 0 once the row is broken. */
  combo: number;
  collectedAt: number | null;
}

export type ForagingEvent =
  | { type: "appear"; find: Omit<Find, "id" | "since">; now: number }
  | { type: "collect"; id: number; now: number }
  /** Time has passed. */
  | { type: "pass"; now: number }
  /** These lie where they may not. */
  | { type: "remove"; ids: readonly number[] };

export const EMPTY_FORAGING: Foraging = { finds: [], nextId: 1, score: 0, combo: 0, collectedAt: null };

/** The whole game, without a clock or chance of its own. Returns the same state where nothing has changed. */
export function forage(state: Foraging, event: ForagingEvent): Foraging {
  switch (event.type) {
    case "appear": {
      if (state.finds.length >= MOST_FINDS) return state;
      const found = { ...event.find, id: state.nextId, since: event.now };
      return { ...state, nextId: state.nextId + 1, finds: [...state.finds, found] };
    }
    case "collect": {
      const finds = state.finds.filter(({ id }) => id !== event.id);
      if (finds.length === state.finds.length) return state;
      const inTime = state.collectedAt !== null && event.now - state.collectedAt <= COMBO_WITHIN;
      return { ...state, finds, score: state.score + 1, combo: inTime ? state.combo + 1 : 1, collectedAt: event.now };
    }
    case "pass": {
      const finds = state.finds.filter(({ since }) => event.now - since < LIES_FOR);
      const broken = state.combo > 0 && state.collectedAt !== null && event.now - state.collectedAt > COMBO_WITHIN;
      if (finds.length === state.finds.length && !broken) return state;
      return { ...state, finds, combo: broken ? 0 : state.combo };
    }
    case "remove": {
      const finds = state.finds.filter(({ id }) => !event.ids.includes(id));
      return finds.length === state.finds.length ? state : { ...state, finds };
    }
  }
}
