import type { Base, WithFiles } from "@parley/core/environment/context";
import type { Endpoint } from "@parley/functions/http/endpoint";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { api, type Call } from "../support/api.ts";
import { startBucket, type TestBucket } from "../support/bucket.ts";
import { movableClock } from "../support/clock.ts";
import { baseFor } from "../support/environment.ts";
import { type Send, sender } from "../support/multipart.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Tenant } from "../support/tenant.ts";

/** Endpoints over a table and a bucket that a file's tests share; each test has its own organization and clock. */
export function useStorage<Environment extends Base & WithFiles>(
  endpoints: readonly Endpoint<Environment>[],
  completed: (environment: Base & WithFiles) => Environment,
) {
  let table: TestTable;
  let bucket: TestBucket;
  let environment: Environment;
  let clock: ReturnType<typeof movableClock>;
  let call: Call;
  let send: Send;
  let tenant: Tenant;

  beforeAll(async () => {
    [table, bucket] = await Promise.all([startTable(), startBucket()]);
  });
  afterAll(() => Promise.all([table.stop(), bucket.stop()]));
  beforeEach(async () => {
    clock = movableClock();
    environment = completed({ ...baseFor(table, { clock }), files: bucket.files });
    call = api(environment, endpoints);
    send = sender(environment, endpoints);
    tenant = await createTenant(environment);
  });

  return {
    get bucket() {
      return bucket;
    },
    get environment() {
      return environment;
    },
    get clock() {
      return clock;
    },
    get tenant() {
      return tenant;
    },
    call: (...request: Parameters<Call>) => call(...request),
    /** Sends forms and bytes as the gateway streams them. */
    send: (...request: Parameters<Send>) => send(...request),
  };
}
