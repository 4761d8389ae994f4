import type { Model } from "@parley/contract/model";
import type { Secrets } from "../environment/context.ts";
import type { Settings } from "../environment/settings.ts";

/** Who answers for a model: the built-in rules, or a provider that is configured. */
export type ModelProvider = "rules" | "compatible" | "bedrock" | "anthropic" | "openai";

/** A model that can be chosen here. */
export interface ConfiguredModel extends Model {
  provider: ModelProvider;
}

/** The id of the model that needs no provider. */
export const RULES_MODEL = "rules";

const anthropicModels = ["claude-sonnet-4-6", "claude-opus-4-7", "claude-haiku-4-5"];
const openaiModels = ["gpt-5.4", "gpt-5.5", "gpt-5.4-mini"];

/**
 * Every model of this deployment. A model whose provider is not configured is not among them (D48). The platform's
 * default is the configured server's model, else the first of Bedrock, Anthropic, OpenAI, else the built-in rules.
 */
export function configuredModels(
  settings: Pick<Settings, "modelBaseUrl" | "modelId" | "bedrockModels" | "anthropicModels" | "openaiModels">,
  secrets: Pick<Secrets, "optional">,
): { models: ConfiguredModel[]; default: string } {
  const models: ConfiguredModel[] = [];
  const offer = (provider: ModelProvider, ids: readonly string[], description: string) => {
    for (const id of ids) {
      if (id === RULES_MODEL || models.some((model) => model.model_id === id)) continue;
      models.push({ model_id: id, display_name: displayName(id), description, provider });
    }
  };
  const own = (ids: readonly string[], fallback: readonly string[]) => (ids.length > 0 ? ids : fallback);

  if (settings.modelBaseUrl)
    offer("compatible", [settings.modelId ?? "default"], "The model of this deployment's own server");
  offer("bedrock", settings.bedrockModels, "Amazon Bedrock");
  if (secrets.optional("AnthropicApiKey"))
    offer("anthropic", own(settings.anthropicModels, anthropicModels), "Anthropic");
  if (secrets.optional("OpenaiApiKey")) offer("openai", own(settings.openaiModels, openaiModels), "OpenAI");
  models.push({
    model_id: RULES_MODEL,
    display_name: "Built-in rules",
    description: "Understands questions by rules, without a language model; shows its interpretation and SQL",
    provider: "rules",
  });

  const named = settings.modelBaseUrl ? undefined : models.find((model) => model.model_id === settings.modelId);
  return { models, default: (named ?? models[0])?.model_id ?? RULES_MODEL };
}

/** The model list as `GET /v1/models` returns it. Imports no provider. */
export function listModels(
  settings: Parameters<typeof configuredModels>[0],
  secrets: Pick<Secrets, "optional">,
): { models: Model[]; default: string } {
  const all = configuredModels(settings, secrets);
  return {
    models: all.models.map(({ model_id, display_name, description }) => ({ model_id, display_name, description })),
    default: all.default,
  };
}

/** The model that answers: the override if it is on the list, else the agent's if it is, else the default (D48). */
export function resolveModel<M extends Model>(
  requested: string | null,
  agentModel: string | null,
  list: { models: readonly M[]; default: string },
): M {
  const find = (id: string | null) => (id === null ? undefined : list.models.find((model) => model.model_id === id));
  const model = find(requested) ?? find(agentModel) ?? find(list.default);
  if (!model) throw new Error("the model list has no default");
  return model;
}

/** "us.anthropic.claude-sonnet-4-5-20250929-v1:0" → "Claude Sonnet 4.5". */
function displayName(id: string): string {
  if (id === "default") return "Default model";
  const bare = (id.split("/").at(-1) ?? id)
    .replace(/^(?:(?:us|eu|apac|global|jp|au)\.)?[a-z0-9]+\.(?=[a-z])/, "")
    .replace(/-v\d+(?::\d+)?$/, "")
    .replace(/-\d{8}$/, "")
    .replace(/(\d)-(?=\d(?:$|-))/g, "$1.");
  return bare
    .replace(/^gpt-/, "GPT-")
    .split(/(?<!GPT)-/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(" ");
}
