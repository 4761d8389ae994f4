/** One Lambda's HTTP application and nothing else: what a request costs in the process, without any call to AWS. */
import { PerformanceObserver } from "node:perf_hooks";
import { randomUUID } from "node:crypto";
import { createTable } from "@parley/core/store/table";
import { systemClock } from "@parley/core/environment/clock";
import { createIds } from "@parley/core/environment/ids";
import { readSettings } from "@parley/core/environment/settings";
import { issueToken } from "@parley/core/auth/token";
import * as Member from "@parley/core/member/member";
import { createApp } from "@parley/functions/http/app";
import { models } from "@parley/functions/http/models";
import { lambda } from "@parley/functions/api-gateway/http-adapter";
import { httpEvent } from "../support/api.ts";
import { secretsFrom } from "../support/environment.ts";
import { startTable } from "../support/table.ts";
import { serve } from "./load/processes.ts";

const table = await startTable();
const base = {
  table: createTable(table.client, table.name, systemClock),
  clock: systemClock,
  ids: createIds(systemClock),
  settings: readSettings({ CORS_ORIGINS: "https://console.example" }),
  secrets: secretsFrom({}),
};
const organization_id = randomUUID();
const ctx = { ...base, actor: { organization_id } };
const { id: member_id } = await Member.create(ctx, { email: "m@bench.example", name: "M", role: "member" });
const { token } = await issueToken(base, { organization_id, member_id });
const handler = lambda(createApp(base, models));
const event = JSON.stringify(httpEvent("GET /v1/models", { token }));

let collections = 0;
new PerformanceObserver((list) => (collections += list.getEntries().length)).observe({ entryTypes: ["gc"] });

/** Answers requests one after the other; the event is parsed anew for each, as Lambda's runtime does. */
async function answer(requests: number): Promise<void> {
  for (let at = 0; at < requests; at++) {
    const result = await handler(JSON.parse(event));
    if (result.statusCode !== 200) throw new Error(`status ${result.statusCode}`);
  }
}

const calls = {
  /** CPU microseconds of a request, the best of several rounds: others' work can only add to it. */
  async cpu({ requests, rounds }: { requests: number; rounds: number }): Promise<number[]> {
    await answer(requests);
    const costs: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      await answer(requests);
      const { user, system } = process.cpuUsage(before);
      costs.push((user + system) / requests);
    }
    return costs;
  },

  /** Bytes a request allocates on the heap: what it grows by while nothing is collected. */
  async allocated({ requests }: { requests: number }): Promise<{ bytes: number; collections: number }> {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 20));
    collections = 0;
    const before = process.memoryUsage().heapUsed;
    await answer(requests);
    const bytes = (process.memoryUsage().heapUsed - before) / requests;
    await new Promise((resolve) => setTimeout(resolve, 20));
    return { bytes, collections };
  },
};
export type RequestCalls = typeof calls;

serve(calls, () => table.stop());
