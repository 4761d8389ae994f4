import type { Graph } from "../evaluate.ts";

/** What has to be true of a stage's resources. Each throws where it is not; `mutations.test.ts` proves that each can. */
export type Check = (graph: Graph) => void | Promise<void>;

export const sorted = (names: Iterable<string>) => [...names].toSorted();
