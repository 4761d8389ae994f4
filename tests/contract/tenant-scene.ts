import type { Base } from "@parley/core/environment/context";
import type { Endpoint } from "@parley/functions/http/endpoint";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { type Answer, api, type Call, type CallOptions } from "../support/api.ts";
import { baseFor, type EnvironmentOptions } from "../support/environment.ts";
import { startTable, type TestTable } from "../support/table.ts";
import { createTenant, type Person, type Tenant } from "../support/tenant.ts";

/** Endpoints that need a table only. A file's tests share it; each has two organizations of its own. */
export function useTenants(endpoints: readonly Endpoint[], options?: EnvironmentOptions) {
  let table: TestTable;
  let foreign: Tenant;
  let tenant: Tenant;
  let call: Call;
  let base: Base;

  beforeAll(async () => {
    table = await startTable();
    base = baseFor(table, options);
    call = api(base, endpoints);
  });
  afterAll(() => table.stop());
  beforeEach(async () => {
    [tenant, foreign] = await Promise.all([createTenant(base), createTenant(base)]);
  });

  return {
    get base() {
      return base;
    },
    get table() {
      return table;
    },
    get foreign() {
      return foreign;
    },
    get tenant() {
      return tenant;
    },
    as: (person: Person, request: string, body?: unknown, more: CallOptions = {}): Promise<Answer> =>
      call(request, { token: person.token, ...(body !== undefined && { body }), ...more }),
  };
}
