import { routes } from "@parley/contract/routes";
import * as check from "fast-check";
import type { Camp } from "./camp.ts";
import { probe } from "./probe.ts";
import { requests } from "./requests.ts";
import type { FuzzService } from "./service.ts";

/** A number of cases of one subject, made from one seed: what a lane of a worker does at a time. */
export interface Unit {
  /** An operation's id. */
  subject: string;
  seed: number;
  runs: number;
  /** Where fast-check is to begin: replays one case. */
  path?: string;
  /** Milliseconds after which no further case is begun. */
  patience?: number;
}

/** What came of a unit. */
export interface Outcome {
  unit: Unit;
  runs: number;
  /** How often each answer came. */
  counts: Record<string, number>;
  seconds: number;
  failure?: { wrong: string; counterexample: string; seed: number; path: string };
}

/** Milliseconds that a failure is made smaller for. */
const SHRINKING = 60_000;

/** Plays the unit's cases one after the other with `play`, which names what came of each; ends with the first failure. */
export async function playUnit<Case>(
  unit: Unit,
  cases: check.Arbitrary<Case>,
  play: (one: Case) => Promise<readonly (string | number)[]>,
): Promise<Outcome> {
  const counts: Record<string, number> = {};
  const began = performance.now();
  let failed = Infinity;
  const details = await check.check(
    check.asyncProperty(cases, async (one) => {
      // A counterexample is made smaller for some time only: some failures are seen by waiting.
      if (performance.now() - failed > SHRINKING) return;
      try {
        for (const name of await play(one)) counts[name] = (counts[name] ?? 0) + 1;
      } catch (error) {
        failed = Math.min(failed, performance.now());
        throw error;
      }
    }),
    {
      numRuns: unit.runs,
      seed: unit.seed,
      ...(unit.path !== undefined && { path: unit.path }),
      ...(unit.patience !== undefined && { interruptAfterTimeLimit: unit.patience, markInterruptAsFailure: false }),
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const outcome = { unit, runs: details.numRuns, counts, seconds };
  if (!details.failed) return outcome;
  const { errorInstance, counterexample, seed, counterexamplePath } = details;
  const wrong = errorInstance instanceof Error ? (errorInstance.stack ?? errorInstance.message) : String(errorInstance);
  return {
    ...outcome,
    failure: { wrong, counterexample: check.stringify(counterexample), seed, path: counterexamplePath ?? "" },
  };
}

/** Sends requests of an operation; ones that are good, and ones that nearly are. */
export function playRequests(service: FuzzService, camp: Camp, unit: Unit): Promise<Outcome> {
  const operation = routes.find(({ id }) => id === unit.subject);
  if (!operation) throw new Error(`there is no operation ${unit.subject}`);
  return playUnit(unit, requests(operation), (made) => probe(service, camp, operation, made));
}
