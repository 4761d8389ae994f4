import { modelOperations } from "@parley/contract/model";
import { listModels } from "@parley/core/model/model";
import { endpoint } from "./endpoint.ts";

export const models = [endpoint(modelOperations.list, ({ ctx }) => listModels(ctx.settings, ctx.secrets))];
