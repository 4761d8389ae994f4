import type { LanguageModelV4 } from "@ai-sdk/provider";
import type { Secrets } from "@parley/core/environment/context";
import type { ConfiguredModel } from "@parley/core/model/model";
import type { Settings } from "@parley/core/environment/settings";
import { boundedFetch } from "./bounded-fetch.ts";

/** Opens a provider's model. A provider is loaded only when one of its models answers. */
export async function openModel(
  { provider, model_id }: ConfiguredModel,
  settings: Settings,
  secrets: Pick<Secrets, "optional">,
): Promise<LanguageModelV4> {
  switch (provider) {
    case "compatible": {
      const { createOpenAICompatible } = await import("@ai-sdk/openai-compatible");
      const apiKey = secrets.optional("ModelApiKey");
      return createOpenAICompatible({
        name: "compatible",
        baseURL: settings.modelBaseUrl ?? "",
        includeUsage: true,
        fetch: boundedFetch,
        ...(apiKey && { apiKey }),
      })(model_id);
    }
    case "bedrock": {
      const { createAmazonBedrock } = await import("@ai-sdk/amazon-bedrock");
      return createAmazonBedrock({ fetch: boundedFetch })(model_id);
    }
    case "anthropic": {
      const { createAnthropic } = await import("@ai-sdk/anthropic");
      return createAnthropic({ apiKey: secrets.optional("AnthropicApiKey") ?? "", fetch: boundedFetch })(model_id);
    }
    case "openai": {
      const { createOpenAI } = await import("@ai-sdk/openai");
      return createOpenAI({ apiKey: secrets.optional("OpenaiApiKey") ?? "", fetch: boundedFetch })(model_id);
    }
    case "rules":
      throw new Error("the built-in interpreter is bound to a question, not opened");
  }
}
