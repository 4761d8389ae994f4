import { columnMarkOperations } from "@parley/contract/column-mark";
import { definitionOperations } from "@parley/contract/definition";
import { sourceOperations } from "@parley/contract/source";
import type { Base, MemberContext, WithFiles, WithQueue } from "@parley/core/environment/context";
import * as SchemaPage from "@parley/core/integration/schema-page";
import * as Source from "@parley/core/integration/source";
import type { MemberRecord } from "@parley/core/member/member";
import { spend } from "@parley/core/throttle/spend";
import { endpointsWith } from "./endpoint.ts";

// What is seldom asked for is loaded when it is: it would make the function's start slower.
const columnMarks = () => import("@parley/core/integration/column-marks");
const definitions = () => import("@parley/core/definition/definition");
const introspection = () => import("@parley/core/integration/introspection");

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

/** What an admin has tried on a database counts as previews do. */
const byAdmin = (ctx: MemberContext, { id, name }: MemberRecord) => ({
  id,
  name,
  origin: "admin" as const,
  mayTry: () => spend(ctx, "preview", ctx.actor.member_id),
});
const named = (params: { integration_id: string; definition_id: string }) => ({
  integrationId: params.integration_id,
  id: params.definition_id,
});

/** Databases as administrators set them up. */
export const adminIntegrations = [
  endpoint(sourceOperations.list, async ({ ctx }) => ({ integrations: await Source.list(ctx) })),
  endpoint(sourceOperations.create, ({ ctx, body }) => Source.create(ctx, body)),
  endpoint(sourceOperations.update, ({ ctx, params, body }) => Source.update(ctx, params.integration_id, body)),
  endpoint(sourceOperations.remove, async ({ ctx, params }) => {
    await Source.remove(ctx, params.integration_id);
    return { message: "Integration deleted successfully" };
  }),
  endpoint(sourceOperations.test, ({ ctx, body }) => Source.test(ctx, body)),
  endpoint(sourceOperations.schema, ({ ctx, params, query }) => SchemaPage.page(ctx, params.integration_id, query)),
  endpoint(sourceOperations.introspect, async ({ ctx, params }) =>
    (await introspection()).request(ctx, params.integration_id),
  ),
  endpoint(columnMarkOperations.list, async ({ ctx, params }) =>
    (await columnMarks()).list(ctx, params.integration_id),
  ),
  endpoint(columnMarkOperations.update, async ({ ctx, params, body }) =>
    (await columnMarks()).update(ctx, params.integration_id, body.column_marks),
  ),
  endpoint(definitionOperations.list, async ({ ctx, params, query }) =>
    (await definitions()).page(ctx, params.integration_id, query),
  ),
  endpoint(definitionOperations.create, async ({ ctx, params, body, member }) =>
    (await definitions()).create(ctx, params.integration_id, body, byAdmin(ctx, await member)),
  ),
  endpoint(definitionOperations.get, async ({ ctx, params, query }) =>
    (await definitions()).get(ctx, { ...named(params), version: query.version }),
  ),
  endpoint(definitionOperations.update, async ({ ctx, params, body, member }) =>
    (await definitions()).update(ctx, named(params), body, byAdmin(ctx, await member)),
  ),
  endpoint(definitionOperations.remove, async ({ ctx, params }) => {
    await (await definitions()).remove(ctx, named(params));
    return { message: "Definition deleted successfully" };
  }),
];
