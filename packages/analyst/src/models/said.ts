import type { LanguageModelV4Message, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { argsOf } from "../tools/calls.ts";

type Content = Extract<LanguageModelV4Message, { role: "assistant" }>["content"];
type Words = Extract<Content[number], { type: "text" | "reasoning" }>;
type Metadata = Extract<LanguageModelV4StreamPart, { type: "text-end" }>["providerMetadata"];

/** What a model said in one call, as its next call must read it. */
export type Said = ReturnType<typeof createSaid>;

export function createSaid() {
  const content: Content = [];
  const open = new Map<string, Words>();

  function begin(type: Words["type"], id: string, metadata: Metadata): void {
    const words: Words = { type, text: "", ...(metadata && { providerOptions: metadata }) };
    open.set(`${type} ${id}`, words);
    content.push(words);
  }

  /** What a provider says of its words (a signature of reasoning, say) goes back to it; the latest counts. */
  function add(type: Words["type"], id: string, text: string, metadata: Metadata): void {
    const words = open.get(`${type} ${id}`);
    if (!words) return;
    words.text += text;
    if (metadata) words.providerOptions = metadata;
  }

  return {
    take(part: LanguageModelV4StreamPart): void {
      switch (part.type) {
        case "text-start":
          return begin("text", part.id, part.providerMetadata);
        case "reasoning-start":
          return begin("reasoning", part.id, part.providerMetadata);
        case "text-delta":
          return add("text", part.id, part.delta, part.providerMetadata);
        case "reasoning-delta":
          return add("reasoning", part.id, part.delta, part.providerMetadata);
        case "text-end":
          return add("text", part.id, "", part.providerMetadata);
        case "reasoning-end":
          return add("reasoning", part.id, "", part.providerMetadata);
        case "tool-call": {
          const { toolCallId, toolName, input, providerMetadata } = part;
          const args = argsOf(input);
          content.push({
            type: "tool-call",
            toolCallId,
            toolName,
            // Providers insist on an object; what was wrong with the call is told by its result.
            input: "value" in args ? args.value : {},
            ...(providerMetadata && { providerOptions: providerMetadata }),
          });
          return;
        }
        default:
      }
    },

    content: (): Content =>
      content.filter((part) => part.type !== "text" || part.text !== "" || part.providerOptions !== undefined),
  };
}
