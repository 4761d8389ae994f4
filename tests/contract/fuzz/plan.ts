import { routes } from "@parley/contract/routes";
import type { Unit } from "./unit.ts";

/** The subject of sequences of frames; the others are operations' ids. */
export const FRAMES = "frames";
export const subjects: readonly string[] = [FRAMES, ...routes.map(({ id }) => id)];

/** Cases a unit has: few enough that every subject is begun early, and that progress is seen; sequences take longer. */
const sizeOf = (subject: string): number => (subject === FRAMES ? 50 : 250);

/** What a run of the fuzz is asked for, by its environment. */
export interface Wish {
  /** Cases of every subject. */
  runs: number;
  /** Seconds after which no further case is begun. */
  seconds: number | undefined;
  seed: number;
  /** Some subjects only: ids, separated by commas. */
  only: string[];
  /** One case of one subject, as a failure names it. */
  path: string | undefined;
}

export function readWish(environment: NodeJS.ProcessEnv): Wish {
  const number = (name: string) => (environment[name] === undefined ? undefined : Number(environment[name]));
  return {
    runs: number("FUZZ_RUNS") ?? 10_000,
    seconds: number("FUZZ_SECONDS"),
    seed: number("FUZZ_SEED") ?? Math.floor(Math.random() * 2 ** 31),
    only: environment["FUZZ_ONLY"]?.split(",") ?? [],
    path: environment["FUZZ_PATH"],
  };
}

/** The units of a subject, each with a seed of its own, from which it can be played again by itself. */
function unitsOf(subject: string, { runs, seed, path }: Wish): Unit[] {
  if (path !== undefined) return [{ subject, seed, runs: 1, path }];
  const size = sizeOf(subject);
  return Array.from({ length: Math.ceil(runs / size) }, (_, round) => ({
    subject,
    seed: seed + round,
    runs: Math.min(size, runs - round * size),
  }));
}

/** The units of a run. Subjects keep step with each other, so that a run that is cut short has some of each. */
export function planOf(wish: Wish): Unit[] {
  const wanted = subjects.filter((subject) => wish.only.length === 0 || wish.only.includes(subject));
  const placed = wanted.flatMap((subject) => {
    const units = unitsOf(subject, wish);
    return units.map((unit, round) => ({ unit, place: round / units.length }));
  });
  return placed.toSorted((a, b) => a.place - b.place).map(({ unit }) => unit);
}
