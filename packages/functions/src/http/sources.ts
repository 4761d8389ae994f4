import { queryTrialOperations } from "@parley/contract/saved-query";
import { sourceOperations } from "@parley/contract/source";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import * as Introspection from "@parley/core/integration/introspection";
import * as SchemaPage from "@parley/core/integration/schema-page";
import * as Source from "@parley/core/integration/source";
import { validate } from "@parley/core/query/check";
import { preview } from "@parley/core/query/preview";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

/** Databases as administrators set them up, and SQL that is tried on them. */
export const sources = [
  endpoint(sourceOperations.list, async ({ ctx }) => ({ integrations: await Source.list(ctx) })),
  endpoint(sourceOperations.create, ({ ctx, body }) => Source.create(ctx, body)),
  endpoint(sourceOperations.update, ({ ctx, params, body }) => Source.update(ctx, params.integration_id, body)),
  endpoint(sourceOperations.remove, async ({ ctx, params }) => {
    await Source.remove(ctx, params.integration_id);
    return { message: "Integration deleted successfully" };
  }),
  endpoint(sourceOperations.test, ({ ctx, body }) => Source.test(ctx, body)),
  endpoint(sourceOperations.schema, ({ ctx, params, query }) => SchemaPage.page(ctx, params.integration_id, query)),
  endpoint(sourceOperations.introspect, ({ ctx, params }) => Introspection.request(ctx, params.integration_id)),
  endpoint(queryTrialOperations.validate, ({ ctx, body }) => validate(ctx, body)),
  endpoint(queryTrialOperations.preview, ({ ctx, body }) => preview(ctx, body)),
];
