import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import { streamText, type TextStreamPart, type ToolSet } from "ai";
import { createTextAhead } from "./text-ahead.ts";

/**
 * Text that a model says goes past the SDK to the loop, for each part of a stream costs the SDK a dozen streams' steps. The SDK
 * gets the same text in one piece before whatever follows it, and the loop, which knows it by then, takes nothing of that:
 *
 *     model    text-start  Ger  many  leads  .  text-end
 *     SDK      text-start  Ger                           many leads.  text-end
 *     loop                 Ger  many  leads  .
 *
 * The order is kept: nothing goes past the SDK while something that was said before may still be on its way through it.
 */
export type TextBypass = ReturnType<typeof createTextBypass>;

/** A model whose text may go past the SDK, to the last bypass that it was given. */
export interface BypassedModel extends LanguageModelV4 {
  useBypass(bypass: TextBypass): void;
}

const isBypassed = (model: LanguageModelV4): model is BypassedModel => "useBypass" in model;

/** The way that the model's text goes from now on; nothing comes by it if the model knows of none. */
function bypassOf(model: LanguageModelV4): TextBypass {
  const bypass = createTextBypass();
  if (isBypassed(model)) model.useBypass(bypass);
  return bypass;
}

/** The way past the SDK, for one run of the loop. */
function createTextBypass() {
  /** Characters of text that went through the SDK, and those of them that the loop has got. */
  let sent = 0;
  let received = 0;
  let isLastText = false;
  const ahead = createTextAhead();

  return {
    take: () => ahead.take(),
    coming: () => ahead.coming(),

    /** The model gives a part to the SDK. */
    sending(part: LanguageModelV4StreamPart): void {
      if (part.type !== "text-delta") isLastText = false;
      // Of an empty piece nobody can say that the loop has got it, nor what came before it.
      else if (part.delta !== "") {
        isLastText = true;
        sent += part.delta.length;
      }
    },

    /** The model says a piece of text; false if it has to go through the SDK. */
    give(piece: string): boolean {
      if (!isLastText || sent !== received) return false;
      ahead.put(piece);
      return true;
    },

    /** The loop gets text from the SDK; returns what of it has not come past it. */
    receive(text: string): string {
      received += text.length;
      return ahead.unknown(text);
    },
  };
}

type CallOptions = Parameters<typeof streamText>[0] & { model: LanguageModelV4 };

/**
 * Has the SDK call the model. `read` reads the parts of its stream and the text that comes past it, in the order in which the
 * model said them.
 */
export function callModel(options: CallOptions) {
  const bypass = bypassOf(options.model);
  const result = streamText(options);
  const stream: ReadableStreamDefaultReader<TextStreamPart<ToolSet>> = result.stream.getReader();
  let next: ReturnType<typeof stream.read> | undefined;

  async function read(): ReturnType<typeof stream.read> {
    for (;;) {
      next ??= stream.read();
      await Promise.race([next, bypass.coming()]);
      const text = bypass.take();
      if (text !== "") return { done: false, value: { type: "text-delta", id: "", text } };
      const part = await next;
      next = undefined;
      if (part.done || part.value.type !== "text-delta") return part;
      const unknown = bypass.receive(part.value.text);
      if (unknown !== "") return { done: false, value: { ...part.value, text: unknown } };
    }
  }

  return { read, result, cancel: () => stream.cancel() };
}
