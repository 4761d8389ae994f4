import { definitionLimits } from "@parley/contract/limits";
import * as Definition from "@parley/core/definition/definition";
import { definitionKey } from "@parley/core/definition/record";
import * as Integration from "@parley/core/integration/integration";
import type { DatasourceConfig } from "@parley/datasource/types";
import type { Answer } from "../../support/api.ts";
import { type Drive, type DrivesOf, type Kit, untilLimited } from "./kit.ts";

const isAdmin = true;
const metric = { kind: "metric", name: "regions known", table: "regions", sql: "COUNT(*)" };
const regionsThere: DatasourceConfig = { engine: "sqlite", file: "regions.sqlite" };
const nowhere: DatasourceConfig = { engine: "sqlite", file: "nowhere.sqlite" };

/** An organization of its own, with a definition that nobody has tried, in a database that is there or is not. */
async function elsewhere({ stage: { world } }: Kit, config: DatasourceConfig = regionsThere) {
  const { id, admin, ctx } = await world.newTenant();
  const scope = { ...world.base, ...ctx };
  const integration = await Integration.create(scope, { display_name: "Other", config });
  const words = { kind: "synonym", name: "areas", meaning: "regions" } as const;
  const first = await Definition.create(scope, integration.id, words, { ...admin, origin: "admin" });
  const put = (other: string, changes: object = {}) => {
    const key = definitionKey({ id: integration.id, organization_id: id }, other);
    return world.base.table.put({ ...first, ...key, id: other, name: other, ...changes });
  };
  const known = world.base.ids.next();
  await put(known, { ...metric, meaning: null });
  const at = `/v1/admin/integrations/${integration.id}/definitions`;
  return {
    put,
    create: (body: object) => world.call(`POST ${at}`, { token: admin.token, body: { ...metric, ...body } }),
    update: (body: object) => world.call(`PATCH ${at}/${known}`, { token: admin.token, body }),
  };
}

/** What a database that is slow, or is not there, does to an attempt; and what too many of them are answered with. */
const attempts = (kit: Kit, verb: "create" | "update"): Drive[] => [
  {
    code: "SOURCE_TIMEOUT",
    send: async () => (await elsewhere(kit, await kit.stage.heldRegions()))[verb]({ name: "regions held" }),
  },
  {
    code: "SOURCE_UNAVAILABLE",
    send: async () => (await elsewhere(kit, nowhere))[verb]({ name: "elsewhere" }),
  },
  {
    code: "RATE_LIMIT",
    async send() {
      const place = await elsewhere(kit);
      return untilLimited(() => place[verb]({ name: "broken", sql: "SUM(" }));
    },
  },
];

/** An integration that is full of definitions, and what one more is answered with. */
async function oneTooMany(kit: Kit): Promise<Answer> {
  const { put, create } = await elsewhere(kit);
  const { ids } = kit.stage.world.base;
  await Promise.all(Array.from({ length: definitionLimits.per_integration }, () => put(ids.next())));
  return create({ name: "one more" });
}

export const definitionDrives: Record<string, DrivesOf> = {
  "definition.list": ({ request, unknown, works, fails }) => [
    works(undefined, { isAdmin }),
    works(undefined, { at: `${request}?limit=1`, isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
    fails("SOURCE_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
  "definition.create": (kit) => [
    { send: async () => (await elsewhere(kit)).create({ name: "regions there" }) },
    kit.works(
      { kind: "description", table: "regions", column: "name", description: "What it is called." },
      { isAdmin },
    ),
    kit.fails("INVALID_DEFINITION", { ...metric, name: "broken", sql: "SUM(" }, { isAdmin }),
    kit.fails("SOURCE_NOT_FOUND", metric, { at: kit.unknown, isAdmin }),
    { code: "DEFINITION_LIMIT", send: () => oneTooMany(kit) },
    ...attempts(kit, "create"),
  ],
  "definition.get": ({ request, unknown, works, fails }) => [
    works(undefined, { isAdmin }),
    works(undefined, { at: `${request}?version=1`, isAdmin }),
    fails("DEFINITION_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
  "definition.update": (kit) => [
    kit.works({ description: "Where we are." }, { isAdmin }),
    kit.fails("INVALID_DEFINITION", { meaning: null }, { isAdmin }),
    kit.fails("DEFINITION_NOT_FOUND", { description: "Where we are." }, { at: kit.unknown, isAdmin }),
    ...attempts(kit, "update"),
  ],
  "definition.remove": ({ works, fails, unknown }) => [
    works(undefined, { isAdmin }),
    fails("DEFINITION_NOT_FOUND", undefined, { at: unknown, isAdmin }),
  ],
};
