import * as v from "valibot";
import { frame } from "./event-stream.ts";
import { type Signer, signatureProblem } from "./signature.ts";
import { argumentsOf, callsTool, endOf, type Wire, type WireError, type WireStep } from "./wire.ts";

const CachePoint = v.optional(v.object({ type: v.literal("default") }));
const Block = v.looseObject({
  text: v.optional(v.string()),
  toolUse: v.optional(v.looseObject({ toolUseId: v.string(), name: v.string(), input: v.unknown() })),
  toolResult: v.optional(v.looseObject({ toolUseId: v.string(), content: v.array(v.unknown()) })),
  cachePoint: CachePoint,
});
const Request = v.looseObject({
  system: v.optional(v.array(v.looseObject({ text: v.optional(v.string()), cachePoint: CachePoint }))),
  messages: v.array(v.looseObject({ role: v.picklist(["user", "assistant"]), content: v.array(Block) })),
  toolConfig: v.optional(v.looseObject({ tools: v.pipe(v.array(v.unknown()), v.minLength(1)) })),
  inferenceConfig: v.optional(v.object({ maxTokens: v.optional(v.number()), temperature: v.optional(v.number()) })),
});

const failure = (status: number, type: string, message: string): WireError => ({
  status,
  headers: { "x-amzn-errortype": type },
  body: { message },
});
const invalid = (message: string) => failure(400, "ValidationException", message);

/** What the Converse API refuses of a conversation. */
function conversationProblem(model: string, { messages, system = [], toolConfig }: v.InferOutput<typeof Request>) {
  const blocks = messages.flatMap((message) => message.content);
  if (messages[0]?.role !== "user" || messages[0].content.some(({ toolResult }) => toolResult))
    return "A conversation must start with a user message. Try again with a conversation that starts with a user message.";
  if (!/anthropic\.claude-(3-7|3-5-haiku|(opus|sonnet|haiku)-\d)|amazon\.nova/.test(model))
    if ([...system, ...blocks].some(({ cachePoint }) => cachePoint))
      return "You invoked an unsupported model or your request did not allow prompt caching.";
  if (!toolConfig && blocks.some(({ toolUse, toolResult }) => toolUse ?? toolResult))
    return "The toolConfig field must be defined when using toolUse and toolResult content blocks.";
  for (const [at, { role, content }] of messages.entries()) {
    if (messages[at - 1]?.role === role) return "A conversation must alternate between user and assistant roles.";
    if (content.length === 0) return "The content field in the Message object is empty.";
    const asked = content.flatMap(({ toolUse }) => (toolUse ? [toolUse.toolUseId] : []));
    const given = messages[at + 1]?.content.map(({ toolResult }) => toolResult?.toolUseId) ?? [];
    if (asked.some((id) => !given.includes(id))) return `Expected toolResult blocks at messages.${at + 1}.content`;
  }
  return undefined;
}

/** Random letters that hide the length of what is said, as the service adds them. */
const padding = { p: "abcdefghijklmnop" };

const event = (type: string, payload: Record<string, unknown>) =>
  frame(
    { ":event-type": type, ":content-type": "application/json", ":message-type": "event" },
    { ...payload, ...padding },
  );
const exception = (type: string, message: string) =>
  frame({ ":exception-type": type, ":content-type": "application/json", ":message-type": "exception" }, { message });

function* stepEvents(step: WireStep, index: number, number: number): Generator<Uint8Array> {
  const contentBlockIndex = index;
  const delta = (said: Record<string, unknown>) => event("contentBlockDelta", { contentBlockIndex, delta: said });
  if ("text" in step) yield delta({ text: step.text });
  else if ("think" in step) {
    yield delta({ reasoningContent: { text: step.think } });
    yield delta({ reasoningContent: { signature: "c2lnbmVk" } });
  } else if ("tool" in step) {
    const args = argumentsOf(step.args);
    const half = Math.ceil(args.length / 2);
    const toolUse = { toolUseId: step.id ?? `tooluse_${number}_${index}`, name: step.tool };
    yield event("contentBlockStart", { contentBlockIndex, start: { toolUse } });
    for (const input of [args.slice(0, half), args.slice(half)]) yield delta({ toolUse: { input } });
  } else if ("fails" in step) {
    if (step.fails === "overloaded") yield exception("modelStreamErrorException", "The model failed.");
    else yield exception("throttlingException", "Too many tokens, please wait before trying again.");
    return;
  } else return;
  yield event("contentBlockStop", { contentBlockIndex });
}

const stopReasons = { length: "max_tokens", refused: "content_filtered" } as const;

/** ConverseStream of Amazon Bedrock; takes requests that are signed by `signer`. */
export const bedrockWire = (signer: Signer): Wire => ({
  contentType: "application/vnd.amazon.eventstream",

  problem(request) {
    const [, model] = /^\/model\/([^/]+)\/converse-stream$/.exec(request.path) ?? [];
    if (model === undefined) return failure(404, "UnknownOperationException", "Unknown operation");
    const unsigned = signatureProblem(request, signer);
    if (unsigned !== undefined) return failure(403, "InvalidSignatureException", unsigned);
    const parsed = v.safeParse(Request, request.body);
    if (!parsed.success) return invalid(`Malformed input request: ${v.getDotPath(parsed.issues[0])}`);
    const problem = conversationProblem(decodeURIComponent(model), parsed.output);
    return problem === undefined ? undefined : invalid(problem);
  },

  refusal(kind) {
    if (kind === "throttled") return failure(429, "ThrottlingException", "Too many requests, please wait.");
    if (kind === "overloaded")
      return failure(503, "ServiceUnavailableException", "Bedrock is unable to process your request.");
    if (kind === "too-long") return invalid("Input is too long for requested model.");
    return invalid("The request was blocked by a content filtering policy.");
  },

  *begin() {
    yield event("messageStart", { role: "assistant" });
  },

  step: (step, at, { index }) => stepEvents(step, at, index),

  *finish(steps) {
    const end = endOf(steps);
    yield event("messageStop", { stopReason: end ? stopReasons[end] : callsTool(steps) ? "tool_use" : "end_turn" });
    const usage = {
      inputTokens: 30,
      outputTokens: 20,
      totalTokens: 120,
      cacheReadInputTokens: 50,
      cacheWriteInputTokens: 20,
    };
    yield event("metadata", { usage, metrics: { latencyMs: 500 } });
  },
});
