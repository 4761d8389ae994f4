import { useState } from "preact/hooks";

/** How a list of things is put in another order, by dragging or by Alt and the arrow keys. */
export interface Moves {
  /** What is being dragged. */
  dragged: string | null;
  grab: (id: string) => void;
  /** Puts what is dragged in the place of another. */
  dropOn: (id: string) => void;
  release: () => void;
  /** Moves by places: -1 is one up. */
  step: (id: string, by: -1 | 1) => void;
}

/** A list with one of its things at another place; the list itself where there is no such place. */
export function moved(ids: readonly string[], id: string, to: number): readonly string[] {
  if (to < 0 || to >= ids.length || !ids.includes(id)) return ids;
  return ids.filter((other) => other !== id).toSpliced(to, 0, id);
}

/** Moves of a list; `keep` is given every new order, and what was moved; it says what went wrong. */
export function useMoves(ids: readonly string[], keep: (order: readonly string[], id: string) => Promise<void>): Moves {
  const [dragged, setDragged] = useState<string | null>(null);
  const move = (id: string, to: number): void => {
    const order = moved(ids, id, to);
    if (order.some((other, at) => other !== ids[at])) void keep(order, id);
  };
  return {
    dragged,
    grab: setDragged,
    release: () => setDragged(null),
    dropOn(id) {
      if (dragged !== null) move(dragged, ids.indexOf(id));
      setDragged(null);
    },
    step: (id, by) => move(id, ids.indexOf(id) + by),
  };
}
