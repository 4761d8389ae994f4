import * as v from "valibot";
import { argumentsOf, callsTool, endOf, type Wire, type WireError, type WireStep } from "./wire.ts";

const Mark = v.optional(v.looseObject({ type: v.literal("ephemeral") }));
const Block = v.looseObject({
  type: v.string(),
  id: v.optional(v.string()),
  tool_use_id: v.optional(v.string()),
  cache_control: Mark,
});
const Request = v.looseObject({
  model: v.string(),
  max_tokens: v.pipe(v.number(), v.integer(), v.minValue(1)),
  stream: v.literal(true),
  system: v.optional(v.array(v.looseObject({ type: v.literal("text"), text: v.string(), cache_control: Mark }))),
  messages: v.pipe(
    v.array(v.looseObject({ role: v.picklist(["user", "assistant"]), content: v.array(Block) })),
    v.minLength(1),
  ),
  tools: v.optional(v.array(v.looseObject({ name: v.string(), cache_control: Mark }))),
  temperature: v.optional(v.number()),
});

const failure = (status: number, type: string, message: string): WireError => ({
  status,
  body: { type: "error", error: { type, message }, request_id: "req_scripted" },
});
const invalid = (message: string) => failure(400, "invalid_request_error", message);

/** Cache marks that one request may have. */
const MARKS = 4;

/** What the Messages API refuses of a conversation. */
function conversationProblem({ messages, tools = [], system = [] }: v.InferOutput<typeof Request>): string | undefined {
  if (messages[0]?.role !== "user") return 'messages: first message must use the "user" role';
  const blocks = messages.flatMap((message) => message.content);
  const marks = [...blocks, ...tools, ...system].filter((each) => each.cache_control).length;
  if (marks > MARKS) return `A maximum of 4 blocks with cache_control may be provided. Found ${marks}.`;
  if (tools.length === 0 && blocks.some(({ type }) => type === "tool_use"))
    return "Requests which include `tool_use` or `tool_result` blocks must define tools";
  for (const [at, message] of messages.entries()) {
    const asked = message.content.filter(({ type }) => type === "tool_use").map(({ id }) => id);
    const given = messages[at + 1]?.content.map(({ tool_use_id }) => tool_use_id) ?? [];
    if (asked.some((id) => !given.includes(id)))
      return `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after`;
    if (message.content.length === 0 || messages[at - 1]?.role === message.role)
      return `messages.${at}: roles must alternate`;
  }
  return undefined;
}

const event = (type: string, data: Record<string, unknown>) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`;

function* block(index: number, content_block: Record<string, unknown>, deltas: readonly Record<string, unknown>[]) {
  yield event("content_block_start", { index, content_block });
  for (const delta of deltas) yield event("content_block_delta", { index, delta });
  yield event("content_block_stop", { index });
}

function* stepEvents(step: WireStep, index: number, number: number): Generator<string> {
  if ("text" in step) yield* block(index, { type: "text", text: "" }, [{ type: "text_delta", text: step.text }]);
  else if ("think" in step)
    yield* block(index, { type: "thinking", thinking: "", signature: "" }, [
      { type: "thinking_delta", thinking: step.think },
      { type: "signature_delta", signature: "c2lnbmVk" },
    ]);
  else if ("tool" in step) {
    const args = argumentsOf(step.args);
    const half = Math.ceil(args.length / 2);
    yield* block(
      index,
      { type: "tool_use", id: step.id ?? `toolu_${number}_${index}`, name: step.tool, input: {} },
      ["", args.slice(0, half), args.slice(half)].map((partial_json) => ({ type: "input_json_delta", partial_json })),
    );
  } else if ("fails" in step) {
    const type = step.fails === "overloaded" ? "overloaded_error" : "rate_limit_error";
    yield event("error", { error: { type, message: "Overloaded" } });
  }
}

const stopReasons = { length: "max_tokens", refused: "refusal" } as const;

/** Anthropic's Messages API. */
export const anthropicWire: Wire = {
  contentType: "text/event-stream; charset=utf-8",

  problem(request) {
    const { path, headers, body } = request;
    if (path !== "/v1/messages") return failure(404, "not_found_error", "Not found");
    if (headers["x-api-key"] !== "sk-ant-scripted") return failure(401, "authentication_error", "invalid x-api-key");
    if (headers["anthropic-version"] === undefined) return invalid("anthropic-version: header is required");
    const parsed = v.safeParse(Request, body);
    if (!parsed.success) return invalid(`${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`);
    if (parsed.output.temperature !== undefined && parsed.output.model.includes("opus-4-7"))
      return invalid("`temperature` is deprecated for this model.");
    const problem = conversationProblem(parsed.output);
    return problem === undefined ? undefined : invalid(problem);
  },

  refusal(kind) {
    if (kind === "throttled") return failure(429, "rate_limit_error", "This request would exceed your rate limit.");
    if (kind === "overloaded") return failure(529, "overloaded_error", "Overloaded");
    if (kind === "too-long") return invalid("prompt is too long: 210000 tokens > 200000 maximum");
    return invalid("Output blocked by content filtering policy");
  },

  *begin({ index, body }) {
    const usage = { input_tokens: 30, cache_creation_input_tokens: 20, cache_read_input_tokens: 50, output_tokens: 1 };
    const message = { id: `msg_${index}`, type: "message", role: "assistant", model: body["model"], content: [] };
    yield event("message_start", { message: { ...message, stop_reason: null, stop_sequence: null, usage } });
    yield event("ping", {});
  },

  step: (step, at, { index }) => stepEvents(step, at, index),

  *finish(steps) {
    const end = endOf(steps);
    const stop_reason = end ? stopReasons[end] : callsTool(steps) ? "tool_use" : "end_turn";
    yield event("message_delta", { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 20 } });
    yield event("message_stop", {});
  },
};
