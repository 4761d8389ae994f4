import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
  SharedV4ProviderOptions,
} from "@ai-sdk/provider";
import type { ModelProvider } from "@parley/core/model/model";
import { type CallLimits, takesCachePoint } from "./provider-settings.ts";

/** What a model is told that must answer, by providers that forget what tools found where no tool may be called. */
const ANSWER_NOW = "(No more tools can be called. Answer now, from what has been found so far.)";

type Shape = (call: LanguageModelV4CallOptions) => LanguageModelV4CallOptions;

/** The same model, called as its provider wants to be: the rest of the analyst knows no provider. */
export function shaped(model: LanguageModelV4, provider: ModelProvider, limits: CallLimits): LanguageModelV4 {
  const shape = shapeOf(provider, model.modelId);
  return {
    specificationVersion: "v4",
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (call) => model.doGenerate(call),
    doStream: (call) =>
      model.doStream(
        shape({
          ...call,
          ...(limits.maxOutputTokens !== undefined && { maxOutputTokens: limits.maxOutputTokens }),
          ...(limits.temperature !== undefined && { temperature: limits.temperature }),
        }),
      ),
  };
}

function shapeOf(provider: ModelProvider, modelId: string): Shape {
  switch (provider) {
    case "anthropic": {
      const mark = { anthropic: { cacheControl: { type: "ephemeral" } } };
      return (call) => marked(withoutToolsAsText(call), mark);
    }
    case "bedrock": {
      const mark = { bedrock: { cachePoint: { type: "default" } } };
      const cache: Shape = takesCachePoint(modelId) ? (call) => marked(call, mark) : (call) => call;
      return (call) => cache(answersNow(withoutToolsAsText(call)));
    }
    case "openai":
      // Nothing of a conversation is to stay with the provider.
      return (call) => ({
        ...inOneSystemMessage(call),
        providerOptions: { ...call.providerOptions, openai: { ...call.providerOptions?.["openai"], store: false } },
      });
    case "compatible":
      return inOneSystemMessage;
    case "rules":
      return (call) => call;
  }
}

/** Many chat templates take one system message, at the beginning. */
function inOneSystemMessage(call: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const instructions = call.prompt.filter((message) => message.role === "system");
  const [first, ...more] = instructions;
  if (!first || more.length === 0) return call;
  const content = instructions.map((message) => message.content).join("\n\n");
  return { ...call, prompt: [{ ...first, content }, ...call.prompt.filter((message) => message.role !== "system")] };
}

const withMark = <M extends LanguageModelV4Message>(message: M, mark: SharedV4ProviderOptions): M => ({
  ...message,
  providerOptions: { ...message.providerOptions, ...mark },
});

/**
 * Marks where a provider may cache: after the instructions that are the same for all members, which come after the tools,
 * and after the last message, for the next step of this turn.
 */
function marked(call: LanguageModelV4CallOptions, mark: SharedV4ProviderOptions): LanguageModelV4CallOptions {
  const places = new Set([0, call.prompt.length - 1]);
  return { ...call, prompt: call.prompt.map((message, at) => (places.has(at) ? withMark(message, mark) : message)) };
}

/**
 * Where no tool may be called, calls stay readable: Bedrock's API has no such choice, and its client would strip the calls
 * and results of a request without tools. A model that calls one nevertheless is stopped by the loop.
 */
function answersNow(call: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  if (call.toolChoice?.type !== "none" || !call.tools?.length) return call;
  return {
    ...call,
    toolChoice: { type: "auto" },
    prompt: [...call.prompt, { role: "user", content: [{ type: "text", text: ANSWER_NOW }] }],
  };
}

type Content = Exclude<LanguageModelV4Message, { role: "system" }>["content"][number];

const isAboutTools = ({ type }: Content) => type === "tool-call" || type === "tool-result";

/** What was called and found earlier in a chat that has no tools any more, as words: without tools it would be refused. */
function withoutToolsAsText(call: LanguageModelV4CallOptions): LanguageModelV4CallOptions {
  const mayStay =
    (call.tools?.length ?? 0) > 0 ||
    !call.prompt.some((message) => message.role !== "system" && message.content.some(isAboutTools));
  return mayStay ? call : { ...call, prompt: call.prompt.map(toolsAsText) };
}

function toolsAsText(message: LanguageModelV4Message): LanguageModelV4Prompt[number] {
  if (message.role === "assistant") {
    const content = message.content.map((part) =>
      part.type === "tool-call"
        ? { type: "text" as const, text: `(Called ${part.toolName}: ${JSON.stringify(part.input)})` }
        : part,
    );
    return { ...message, content };
  }
  if (message.role !== "tool") return message;
  const results = message.content.flatMap((part) => (part.type === "tool-result" ? [part] : []));
  return {
    role: "user",
    content: results.map(({ toolName, output }) => ({
      type: "text",
      text: `(${toolName} returned: ${"value" in output ? textOf(output.value) : ""})`,
    })),
  };
}

const textOf = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
