import { routes } from "@parley/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Camp } from "./fuzz/camp.ts";
import { type FuzzScene, startFuzzScene } from "./fuzz/scene.ts";
import type { FuzzService } from "./fuzz/service.ts";
import { playRequests } from "./fuzz/unit.ts";

/** Requests of an operation; `npm run fuzz` sends 10,000. */
const RUNS = 30;

let scene: FuzzScene;
let service: FuzzService;
let camp: Camp;

beforeAll(async () => {
  scene = await startFuzzScene();
  ({ service, camp } = scene);
});
afterAll(() => scene.stop());

describe("requests that are good, or nearly (R9)", () => {
  it.each(routes.map(({ method, path, id }) => [`${method} ${path}`, id] as const))(
    "%s answers each as the contract says",
    async (_name, subject) => {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const { failure, runs } = await playRequests(service, camp, { subject, seed, runs: RUNS });
      expect(failure).toBeUndefined();
      expect(runs).toBe(RUNS);
      expect(service.watch.others()).toEqual([]);
    },
    60_000,
  );
});
