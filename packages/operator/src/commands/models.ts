import { listModels } from "@parley/core/model/model";
import { type Command, UsageError } from "../command.ts";

export const modelCommands: Command[] = [
  {
    name: "model list",
    summary: "List the models of the deployment; they follow from its settings",
    options: {},
    example: "model list",
    async run({ settings, secrets }) {
      const { models, default: platform } = listModels(settings, secrets);
      return models.map((model) => ({ ...model, default: model.model_id === platform }));
    },
  },
  {
    name: "model show",
    summary: "Show a model",
    options: { id: { help: "Id of the model", required: true } },
    example: "model show --id rules",
    async run({ settings, secrets }, given) {
      const { models, default: platform } = listModels(settings, secrets);
      const model = models.find(({ model_id }) => model_id === given.text("id"));
      if (!model) throw new UsageError("The deployment has no model with this id.");
      return { ...model, default: model.model_id === platform };
    },
  },
];
