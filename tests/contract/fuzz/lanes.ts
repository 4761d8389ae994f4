import type { Camp } from "./camp.ts";
import { FRAMES } from "./plan.ts";
import { playSequence } from "./play-sequence.ts";
import { sequences } from "./sequences.ts";
import type { FuzzService } from "./service.ts";
import { type Outcome, playRequests, playUnit, type Unit } from "./unit.ts";

/** Requests, or sequences, that are under way at a time. */
const LANES = 12;
/** Cases after which a lane moves to a new camp, so that no list grows without end. */
const CASES_A_CAMP = 5_000;

/** Plays one unit in a camp. */
export const playIn = (service: FuzzService, camp: Camp, unit: Unit): Promise<Outcome> =>
  unit.subject === FRAMES
    ? playUnit(unit, sequences, (one) => playSequence(service.environment, service.wsUrl, camp, one))
    : playRequests(service, camp, unit);

/**
 * Plays units, several at a time and each from its first case to its last, until `next` has none; `told` is called with each.
 * `until` is when (as `Date.now` counts) no further case is begun.
 */
export async function playAll(
  service: FuzzService,
  next: () => Unit | undefined,
  told: (outcome: Outcome) => void,
  until = Infinity,
): Promise<void> {
  const lane = async (): Promise<void> => {
    let camp: Camp | undefined;
    let cases = 0;
    for (let unit = next(); unit && Date.now() < until; unit = next()) {
      if (!camp || cases > CASES_A_CAMP) [camp, cases] = [await service.newCamp(), 0];
      const patience = Number.isFinite(until) ? { patience: until - Date.now() } : {};
      const outcome = await playIn(service, camp, { ...unit, ...patience });
      cases += outcome.runs;
      // What failed may have left its camp in any state.
      if (outcome.failure) camp = undefined;
      told(outcome);
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
}
