import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startWarehouse } from "./fuzz/database.ts";
import { playIn } from "./fuzz/lanes.ts";
import { FRAMES } from "./fuzz/plan.ts";
import { type FuzzService, startFuzzService } from "./fuzz/service.ts";

/** Sequences, some at a time; `npm run fuzz` plays 10,000. */
const [RUNS, LANES] = [5, 8];

let warehouse: Awaited<ReturnType<typeof startWarehouse>>;
let service: FuzzService;

beforeAll(async () => {
  warehouse = await startWarehouse();
  service = await startFuzzService(warehouse.config);
});
afterAll(async () => {
  await service.stop();
  await warehouse.stop();
});

describe("frames that are good, or nearly (R9)", () => {
  it("sequences of them are answered frame by frame, in the contract's order, and leave the chat free", async () => {
    const camp = await service.newCamp();
    const seed = Math.floor(Math.random() * 2 ** 31);
    const outcomes = await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        playIn(service, camp, { subject: FRAMES, seed: seed + lane, runs: RUNS }),
      ),
    );
    expect(outcomes.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    expect(service.watch.others()).toEqual([]);
  }, 120_000);
});
