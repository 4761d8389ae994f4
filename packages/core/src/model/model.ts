import type { Model } from "@parley/contract/model";
import type { Base, Secrets } from "../environment/context.ts";
import type { Settings } from "../environment/settings.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";

/** Who answers for a model: the built-in interpreter, or a provider that is configured. */
export type ModelProvider = "rules" | "compatible" | "bedrock" | "anthropic" | "openai";

/** A model that can be chosen here. */
export interface ConfiguredModel extends Model {
  provider: ModelProvider;
}

type ModelSettings = Pick<Settings, "modelBaseUrl" | "modelId" | "bedrockModels" | "anthropicModels" | "openaiModels">;

/** The id of the model that needs no provider. */
export const RULES_MODEL = "rules";

const anthropicModels = ["claude-sonnet-4-6", "claude-opus-4-7", "claude-haiku-4-5"];
const openaiModels = ["gpt-5.4", "gpt-5.5", "gpt-5.4-mini"];

/** What a provider that is configured offers. */
interface Offer {
  provider: ModelProvider;
  ids: readonly string[];
  description: string;
}

/** What the configured providers offer, in the order in which they are asked for the default. */
function offers(settings: ModelSettings, secrets: Pick<Secrets, "optional">): Offer[] {
  const offered = (provider: ModelProvider, ids: readonly string[], description: string): Offer => ({
    provider,
    // The built-in interpreter has no provider.
    ids: ids.filter((id) => id !== RULES_MODEL),
    description,
  });
  const own = (ids: readonly string[], fallback: readonly string[]) => (ids.length > 0 ? ids : fallback);
  return [
    offered(
      "compatible",
      settings.modelBaseUrl ? [settings.modelId ?? "default"] : [],
      "The model of this deployment's own server",
    ),
    offered("bedrock", settings.bedrockModels, "Amazon Bedrock"),
    offered(
      "anthropic",
      secrets.optional("AnthropicApiKey") ? own(settings.anthropicModels, anthropicModels) : [],
      "Anthropic",
    ),
    offered("openai", secrets.optional("OpenaiApiKey") ? own(settings.openaiModels, openaiModels) : [], "OpenAI"),
  ];
}

/**
 * Every model of this deployment. A model whose provider is not configured is not among them (D48). The platform's
 * default is the configured server's model, else the first of Bedrock, Anthropic, OpenAI, else the built-in interpreter.
 */
export function configuredModels(
  settings: ModelSettings,
  secrets: Pick<Secrets, "optional">,
): { models: ConfiguredModel[]; default: string } {
  const models: ConfiguredModel[] = [];
  for (const { provider, ids, description } of offers(settings, secrets)) {
    for (const id of ids) {
      if (models.some((model) => model.model_id === id)) continue;
      models.push({ model_id: id, display_name: displayName(id), description, provider });
    }
  }
  models.push({
    model_id: RULES_MODEL,
    display_name: "Built-in interpreter",
    description: "Understands questions by rules, without a language model; shows its interpretation and SQL",
    provider: "rules",
  });

  const named = settings.modelBaseUrl ? undefined : models.find((model) => model.model_id === settings.modelId);
  return { models, default: (named ?? models[0])?.model_id ?? RULES_MODEL };
}

/**
 * True if a model that costs money may answer. A deployment's provider keys are known to its workers alone, so only a
 * service on one machine knows that it has none.
 */
export const mayCallProvider = ({ settings, secrets }: Base, requested: string | null): boolean =>
  requested !== RULES_MODEL &&
  (settings.stage !== "local" || offers(settings, secrets).some(({ ids }) => ids.length > 0));

/** The model list as `GET /v1/models` returns it. Imports no provider. */
export function listModels(
  settings: ModelSettings,
  secrets: Pick<Secrets, "optional">,
): { models: Model[]; default: string } {
  const all = configuredModels(settings, secrets);
  return {
    models: all.models.map(({ model_id, display_name, description }) => ({ model_id, display_name, description })),
    default: all.default,
  };
}

/** Throws MODEL_NOT_FOUND for a model that this deployment does not offer; none is the platform's default. */
export function requireModel({ settings, secrets }: Base, id: string | null | undefined): void {
  if (typeof id !== "string") return;
  if (!listModels(settings, secrets).models.some(({ model_id }) => model_id === id))
    refuseAdministrator("MODEL_NOT_FOUND");
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
