import type { LanguageModelV4, LanguageModelV4StreamPart, LanguageModelV4Usage } from "@ai-sdk/provider";
import { RULES_MODEL } from "@parley/core/model/model";

/** What the interpreter does in one step of the loop: use a tool, or speak. */
export type ScriptStep = { tool: string; args: Record<string, unknown> } | { say: string };

const nothing: LanguageModelV4Usage = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * The interpreter in the place of a model: each call of the loop takes the next step of `script`, which was made for the question and
 * sees what the tools found. So it runs in the same loop, with the same tools and events, as every other model.
 */
export function interpreterModel(script: AsyncIterator<ScriptStep, unknown>): LanguageModelV4 {
  let calls = 0;
  return {
    specificationVersion: "v4",
    provider: "parley",
    modelId: RULES_MODEL,
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("the interpreter answers as a stream only")),
    async doStream({ abortSignal }) {
      abortSignal?.throwIfAborted();
      const { value: step, done } = await script.next();
      calls += 1;
      const parts: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        ...(done ? [] : "say" in step ? spoken(step.say) : called(`rules_${calls}`, step.tool, step.args)),
        {
          type: "finish",
          usage: nothing,
          finishReason: { unified: !done && "tool" in step ? "tool-calls" : "stop", raw: undefined },
        },
      ];
      return { stream: ReadableStream.from(parts) };
    },
  };
}

function called(toolCallId: string, toolName: string, args: Record<string, unknown>): LanguageModelV4StreamPart[] {
  return [{ type: "tool-call", toolCallId, toolName, input: JSON.stringify(args) }];
}

function spoken(text: string): LanguageModelV4StreamPart[] {
  const id = "text";
  const pieces = text.match(/[^]{1,40}(?:\s+|$)|[^]{1,40}/g) ?? [];
  return [
    { type: "text-start", id },
    ...pieces.map((delta) => ({ type: "text-delta" as const, id, delta })),
    { type: "text-end", id },
  ];
}
