import { routes } from "@parley/contract/routes";
import * as check from "fast-check";
import { afterAll, beforeAll, describe, it } from "vitest";
import { fuzzBudget } from "./fuzz-budget.ts";
import { createFuzzer, requests, withQuietLogs } from "./fuzz-requests.ts";
import { nameOf, startWorld, type World } from "./world.ts";

let world: World;
let fuzzer: Awaited<ReturnType<typeof createFuzzer>>;
let running: Promise<number> | undefined;
let budget: ReturnType<typeof fuzzBudget>;
const { patience } = fuzzBudget(0);

beforeAll(async () => {
  world = await startWorld();
  fuzzer = await createFuzzer(world);
  budget = fuzzBudget(routes.length);
});
afterAll(async () => {
  await running;
  await world.stop();
});

describe("requests that are good, or nearly (R9)", () => {
  it.each(routes.map((operation) => [nameOf(operation), operation] as const))(
    "%s answers each as the contract says",
    async (name, operation) => {
      let count = 0;
      const statuses = new Map<number, number>();
      await withQuietLogs(() =>
        check.assert(
          check.asyncProperty(requests(operation), async (made) => {
            // A run that is cut short by its time goes on: it ends before what it works with does.
            running = fuzzer.probe(operation, made);
            const status = await running;
            count += 1;
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }),
          budget.next(),
        ),
      );
      const shown = [...statuses].toSorted(([a], [b]) => a - b).map(([status, times]) => `${status}×${times}`);
      budget.report(`${name}  ${shown.join(" ")}`, count);
    },
    patience,
  );
});
