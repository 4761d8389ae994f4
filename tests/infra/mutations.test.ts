import { beforeAll, describe, expect, it } from "vitest";
import { checks } from "./checks.ts";
import type { Graph } from "./evaluate.ts";
import { graphsOf } from "./graph.ts";
import { accessCases } from "./mutations/access.ts";
import { alarmsCases } from "./mutations/alarms.ts";
import { backgroundCases } from "./mutations/background.ts";
import { consoleCases } from "./mutations/console.ts";
import { edgeCases } from "./mutations/edge.ts";
import { gatewaysCases } from "./mutations/gateways.ts";
import { storageCases } from "./mutations/storage.ts";
import { change } from "./mutations/case.ts";

/** Each breaks the deployment in one way that is easily overlooked. */
const cases = [
  ...gatewaysCases,
  ...storageCases,
  ...backgroundCases,
  ...accessCases,
  ...edgeCases,
  ...consoleCases,
  ...alarmsCases,
];

// One process a check, so that a busy machine has time for each, and one check can be asked for by its name (`-t`).
const groups = Object.values(Object.groupBy(cases, ([, , noticed, stage = "ci"]) => `${stage} ${noticed}`)).flatMap(
  (group = []) => {
    const [first] = group;
    return first ? [[first[2], first[3] ?? "ci", group] as const] : [];
  },
);

describe.each(groups)("«%s» notices, on stage %s:", (noticed, stage, group) => {
  let graphs: Graph[];
  beforeAll(async () => {
    graphs = await graphsOf({ stage, mutations: group.map(([, mutation]) => mutation) });
  }, 900_000);

  it.each(group.map(([breaks], position) => [breaks, position] as const))("%s", async (_breaks, position) => {
    const graph = graphs[position];
    if (!graph) throw new Error("there is no graph of this mutation");
    await expect((async () => checks[noticed](graph))()).rejects.toThrow();
  });
});

describe("the mutations", () => {
  it("prove every check at least once", () => {
    const proved = new Set<string>(cases.map(([, , noticed]) => noticed));
    expect(Object.keys(checks).filter((name) => !proved.has(name))).toEqual([]);
  });
});

describe("settings that contradict themselves", () => {
  it.each([
    ["queuedTurns: 100", "queuedTurns: 1", /2 to 1000/],
    ["corsOrigins: []", `corsOrigins: ["example.com/"]`, /not an origin/],
    ["embedOrigins: []", `embedOrigins: ["https://*.example.com"]`, /not an origin/],
    ["linkHosts: []", `linkHosts: ["https://docs.example.com"]`, /not a host/],
  ])("%s as %s is refused before anything is deployed", async (from, to, words) => {
    await expect(graphsOf({ stage: "ci", mutations: [change("stages.ts", from, to)] })).rejects.toThrow(words);
  });
});
