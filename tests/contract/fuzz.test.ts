import { routes } from "@parley/contract/routes";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Camp } from "./fuzz/camp.ts";
import { startWarehouse } from "./fuzz/database.ts";
import { type Answered, send } from "./fuzz/gateway.ts";
import { playIn } from "./fuzz/lanes.ts";
import { FRAMES } from "./fuzz/plan.ts";
import { type FuzzService, startFuzzService } from "./fuzz/service.ts";
import { playRequests } from "./fuzz/unit.ts";

/** Requests of an operation; `npm run fuzz` sends 10,000. */
const REQUEST_RUNS = 2;
/** Sequences of frames, some at a time; `npm run fuzz` plays 10,000. */
const [SEQUENCE_RUNS, LANES] = [2, 8];

let warehouse: Awaited<ReturnType<typeof startWarehouse>>;
let service: FuzzService;
let camp: Camp;

beforeAll(async () => {
  warehouse = await startWarehouse();
  service = await startFuzzService(warehouse.config);
  camp = await service.newCamp();
});
afterAll(async () => {
  await service.stop();
  await warehouse.stop();
});

const newSeed = () => Math.floor(Math.random() * 2 ** 31);

describe("requests that are good, or nearly (R9)", () => {
  it.each(routes.map(({ method, path, id }) => [`${method} ${path}`, id] as const))(
    "%s answers each as the contract says",
    async (_name, subject) => {
      const { failure, runs } = await playRequests(service, camp, { subject, seed: newSeed(), runs: REQUEST_RUNS });
      expect(failure).toBeUndefined();
      expect(runs).toBe(REQUEST_RUNS);
      expect(service.watch.others()).toEqual([]);
    },
    60_000,
  );
});

describe("frames that are good, or nearly (R9)", () => {
  it("sequences of them are answered frame by frame, in the contract's order, and leave the chat free", async () => {
    const own = await service.newCamp();
    const seed = newSeed();
    const outcomes = await Promise.all(
      Array.from({ length: LANES }, (_, lane) =>
        playIn(service, own, { subject: FRAMES, seed: seed + lane, runs: SEQUENCE_RUNS }),
      ),
    );
    expect(outcomes.flatMap(({ failure }) => failure ?? [])).toEqual([]);
    expect(service.watch.others()).toEqual([]);
  }, 120_000);
});

describe("what the fuzz has found", () => {
  it("a header with characters that no header can carry is wrong, and no fault, on the streamed route too", async () => {
    // Nothing has been spent of the budgets of a new one.
    const { member } = (await service.newCamp()).staff;
    const body = JSON.stringify({ message: "Which regions are there?", chat_id: member.own.chat_id });
    const authorization = `Bearer ${member.person.token}`;
    const post = (headers: Record<string, string>): Promise<Answered> =>
      send({
        method: "POST",
        target: "/v1/chats",
        headers: { "content-type": "application/json", authorization, ...headers },
        body,
      });
    expect((await post({ authorization: "Bearer ☃" })).status).toBe(401);
    expect((await post({ "x-note": "☃" })).status).toBe(200);
  });
});
