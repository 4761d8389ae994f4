import type { ModelProvider } from "@parley/core/model/model";
import type { Settings } from "@parley/core/environment/settings";

/** How one model is called, apart from what it is asked. Undefined: the provider's own choice. */
export interface CallLimits {
  /** Tokens of one call's output, thoughts included. */
  maxOutputTokens: number | undefined;
  /** From 0, always the likeliest word, to 2. */
  temperature: number | undefined;
}

/** Tokens of output where the deployment says nothing: an answer is a few sentences, but thoughts and SQL count, too. */
const OUTPUT_TOKENS = 16_000;
/** Amazon's own models may write less. */
const NOVA_OUTPUT_TOKENS = 5_000;

const isNova = (modelId: string) => /\bamazon\.nova-/.test(modelId);
/** Claude from version 3.7 on, by any provider's name for it. The ones before may write 4,096 or 8,192 tokens. */
export const isCurrentClaude = (modelId: string): boolean =>
  /\bclaude-(?:3-7-|(?:opus|sonnet|haiku|[a-z]+)-\d)/.test(modelId);
/** Claude that refuses a temperature. */
const choosesItself = (modelId: string) => /\bclaude-(?:opus-4-[78]|(?:opus|sonnet|haiku|[a-z]+)-[5-9])/.test(modelId);

/** What the provider is told where the deployment says nothing; a server of one's own knows itself what it can do. */
function defaultsOf(provider: ModelProvider, modelId: string): CallLimits {
  const none: CallLimits = { maxOutputTokens: undefined, temperature: undefined };
  switch (provider) {
    case "anthropic":
      return { maxOutputTokens: OUTPUT_TOKENS, temperature: choosesItself(modelId) ? undefined : 0 };
    case "bedrock":
      if (isNova(modelId)) return { maxOutputTokens: NOVA_OUTPUT_TOKENS, temperature: 0 };
      if (!isCurrentClaude(modelId)) return none;
      return { maxOutputTokens: OUTPUT_TOKENS, temperature: choosesItself(modelId) ? undefined : 0 };
    case "openai":
      // Those that think refuse a temperature, and older ones such a limit.
      return /^(?:gpt-(?:5|4o|4\.1)|o\d)/.test(modelId) ? { ...none, maxOutputTokens: OUTPUT_TOKENS } : none;
    case "compatible":
    case "rules":
      return none;
  }
}

/** A number from 0 on, or undefined. */
const numberOf = (value: string | undefined): number | undefined => {
  const number = Number(value);
  return value !== undefined && Number.isFinite(number) && number >= 0 ? number : undefined;
};

/** The limits of a model's calls: `MODEL_OUTPUT_TOKENS` and `MODEL_TEMPERATURE`, or what suits the provider. */
export function limitsOf(provider: ModelProvider, modelId: string, settings: Settings): CallLimits {
  const defaults = defaultsOf(provider, modelId);
  const output = numberOf(settings.providerSetting("MODEL_OUTPUT_TOKENS"));
  const temperature = numberOf(settings.providerSetting("MODEL_TEMPERATURE"));
  const isClaude = provider === "anthropic" || provider === "bedrock";
  return {
    maxOutputTokens: output !== undefined && output >= 1 ? Math.floor(output) : defaults.maxOutputTokens,
    temperature: isClaude && choosesItself(modelId) ? undefined : (temperature ?? defaults.temperature),
  };
}

/** Models of Amazon Bedrock that take a mark for what they may cache; the others refuse a request that has one. */
export const takesCachePoint = (modelId: string): boolean =>
  /\banthropic\.claude-3-5-haiku-/.test(modelId) ||
  (/\banthropic\./.test(modelId) && isCurrentClaude(modelId)) ||
  isNova(modelId);
