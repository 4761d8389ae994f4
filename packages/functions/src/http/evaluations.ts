import { evaluationCaseOperations, evaluationOperations } from "@parley/contract/evaluation";
import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";
import { endpointsWith } from "./endpoint.ts";

const endpoint = endpointsWith<Base & WithFiles & WithQueue>();

const evaluation = () => import("@parley/core/evaluation/evaluation");
const cases = () => import("@parley/core/evaluation/cases");

export const evaluations = [
  endpoint(evaluationOperations.list, async ({ ctx, query }) => (await evaluation()).page(ctx, query)),
  endpoint(evaluationOperations.create, async ({ ctx, body, member }) =>
    (await evaluation()).create(ctx, body, await member),
  ),
  endpoint(evaluationOperations.get, async ({ ctx, params, query, member }) =>
    (await evaluation()).get({ ...ctx, admitted: member }, params.evaluation_id, query.wait),
  ),
  endpoint(evaluationOperations.cancel, async ({ ctx, params }) =>
    (await evaluation()).cancel(ctx, params.evaluation_id),
  ),
  endpoint(evaluationCaseOperations.cases, async ({ ctx, params, query }) =>
    (await cases()).page(ctx, params.evaluation_id, query),
  ),
];
