import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Clock } from "@parley/core/environment/clock";
import type { Secrets } from "@parley/core/environment/context";
import type { ConfiguredModel } from "@parley/core/model/model";
import type { Settings } from "@parley/core/environment/settings";
import { boundedFetch } from "./bounded-fetch.ts";
import { PACE_MS } from "./gathered-events.ts";
import { shaped } from "./call-shape.ts";
import { limitsOf } from "./provider-settings.ts";

type KnownSecrets = Pick<Secrets, "optional">;

/** The models that an environment has opened: its settings, secrets and clock are the same as long as it lives. */
const opened = new WeakMap<Settings, { secrets: KnownSecrets; clock: Clock; models: Map<string, LanguageModelV4> }>();

/**
 * Opens a provider's model, to be called as the provider wants it; an environment opens each once, for a provider's client makes its
 * schemas each time. A provider is loaded only when one of its models answers.
 */
export async function openModel(
  configured: ConfiguredModel,
  settings: Settings,
  secrets: KnownSecrets,
  clock: Clock,
): Promise<LanguageModelV4> {
  const before = opened.get(settings);
  const isSame = before?.secrets === secrets && before.clock === clock;
  const { models } = isSame ? before : { models: new Map<string, LanguageModelV4>() };
  if (!isSame) opened.set(settings, { secrets, clock, models });
  const { provider, model_id } = configured;
  const name = `${provider} ${model_id}`;
  const known = models.get(name);
  if (known) return known;
  const model = await openBare(configured, settings, secrets, clock);
  const made = shaped(model, provider, limitsOf(provider, model_id, settings));
  models.set(name, made);
  return made;
}

/** Milliseconds in which pieces of text that its stream has joined are joined again: less than there, so that they do not wait twice. */
const AGAIN_PACE_MS = 60;

/** How often (ms) a provider's text is passed on. Frames of Bedrock's are binary, and joined only once they are read. */
export const paceOf = ({ provider }: ConfiguredModel): number => (provider === "bedrock" ? PACE_MS : AGAIN_PACE_MS);

async function openBare(
  { provider, model_id }: ConfiguredModel,
  settings: Settings,
  secrets: KnownSecrets,
  clock: Clock,
): Promise<LanguageModelV4> {
  const own = settings.providerSetting;
  const fetch = boundedFetch(clock);
  switch (provider) {
    case "compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const apiKey = secrets.optional("ModelApiKey");
      return createOpenAICompatible({
        name: "compatible",
        baseURL: settings.modelBaseUrl ?? "",
        includeUsage: true,
        fetch,
        ...(apiKey && { apiKey }),
      })(model_id);
    }
    case "bedrock": {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      const [baseURL, region] = [own("BEDROCK_BASE_URL"), own("BEDROCK_REGION")];
      return createAmazonBedrock({ fetch, ...(baseURL && { baseURL }), ...(region && { region }) })(model_id);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      const baseURL = own("ANTHROPIC_BASE_URL");
      return createAnthropic({
        apiKey: secrets.optional("AnthropicApiKey") ?? "",
        fetch,
        ...(baseURL && { baseURL }),
      })(model_id);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      const baseURL = own("OPENAI_BASE_URL");
      const openai = createOpenAI({
        apiKey: secrets.optional("OpenaiApiKey") ?? "",
        fetch,
        ...(baseURL && { baseURL }),
      });
      return own("OPENAI_API") === "chat" ? openai.chat(model_id) : openai.responses(model_id);
    }
    case "rules":
      throw new Error("the built-in interpreter is bound to a question, not opened");
  }
}
