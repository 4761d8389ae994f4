import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Clock } from "@parley/core/environment/clock";
import type { Secrets } from "@parley/core/environment/context";
import type { ConfiguredModel } from "@parley/core/model/model";
import type { Settings } from "@parley/core/environment/settings";
import { boundedFetch } from "./bounded-fetch.ts";
import { PACE_MS } from "./gathered-events.ts";
import { shaped } from "./call-shape.ts";
import { limitsOf } from "./provider-settings.ts";

/** Opens a provider's model, to be called as the provider wants it. A provider is loaded only when one of its models answers. */
export async function openModel(
  configured: ConfiguredModel,
  settings: Settings,
  secrets: Pick<Secrets, "optional">,
  clock: Clock,
): Promise<LanguageModelV4> {
  const { provider, model_id } = configured;
  return shaped(await openBare(configured, settings, secrets, clock), provider, limitsOf(provider, model_id, settings));
}

/** Milliseconds in which pieces of text that its stream has joined are joined again: less than there, so that they do not wait twice. */
const AGAIN_PACE_MS = 60;

/** How often (ms) a provider's text is passed on. Frames of Bedrock's are binary, and joined only once they are read. */
export const paceOf = ({ provider }: ConfiguredModel): number => (provider === "bedrock" ? PACE_MS : AGAIN_PACE_MS);

async function openBare(
  { provider, model_id }: ConfiguredModel,
  settings: Settings,
  secrets: Pick<Secrets, "optional">,
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
