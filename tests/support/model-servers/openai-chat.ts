import * as v from "valibot";
import { failure, invalid, keyProblem, refusal } from "./openai-errors.ts";
import { argumentsOf, callsTool, endOf, type Wire, type WireRequest, type WireStep } from "./wire.ts";

const Request = v.looseObject({
  model: v.string(),
  stream: v.literal(true),
  stream_options: v.object({ include_usage: v.literal(true) }),
  messages: v.array(
    v.looseObject({
      role: v.picklist(["system", "developer", "user", "assistant", "tool"]),
      tool_calls: v.optional(v.array(v.looseObject({ id: v.string() }))),
      tool_call_id: v.optional(v.string()),
    }),
  ),
  max_tokens: v.optional(v.number()),
  temperature: v.optional(v.number()),
});

/** What a chat completion refuses of a conversation; many chat templates are as strict. */
function conversationProblem({ messages }: v.InferOutput<typeof Request>): string | undefined {
  const isInstruction = (at: number) => ["system", "developer"].includes(messages[at]?.role ?? "");
  if (messages.some((_, at) => at > 0 && isInstruction(at))) return "System message must be at the beginning.";
  for (const [at, message] of messages.entries()) {
    const asked = message.tool_calls?.map(({ id }) => id) ?? [];
    const given = new Set(messages.slice(at + 1, at + 1 + asked.length).map(({ tool_call_id }) => tool_call_id));
    if (asked.some((id) => !given.has(id)))
      return "An assistant message with 'tool_calls' must be followed by tool messages responding to each 'tool_call_id'.";
    const before = messages[at - 1];
    if (message.role === "tool" && before?.role !== "tool" && !before?.tool_calls)
      return "Messages with role 'tool' must be a response to a preceding message with 'tool_calls'.";
  }
  return undefined;
}

type ChatServer = "openai" | "compatible";

const send = (data: unknown) => `data: ${JSON.stringify(data)}\n\n`;

const headOf = ({ index, body }: WireRequest) => ({
  id: `chatcmpl-${index}`,
  object: "chat.completion.chunk",
  created: 1,
  model: body["model"],
});

/** What a step is on the wire. OpenAI itself keeps thoughts to itself here; servers like it have a field for them. */
function* deltasOf(
  step: WireStep,
  { at, index, server }: { at: number; index: number; server: ChatServer },
): Generator<Record<string, unknown>> {
  if ("text" in step) yield { content: step.text };
  else if ("think" in step && server === "compatible") yield { reasoning_content: step.think };
  else if ("tool" in step) {
    const args = argumentsOf(step.args);
    const half = Math.ceil(args.length / 2);
    const id = step.id ?? `call_${index}_${at}`;
    yield { tool_calls: [{ index: 0, id, type: "function", function: { name: step.tool, arguments: "" } }] };
    for (const piece of [args.slice(0, half), args.slice(half)])
      yield { tool_calls: [{ index: 0, function: { arguments: piece } }] };
  } else if ("end" in step && step.end === "refused") yield { refusal: "I'm sorry, I cannot assist with that." };
}

/** Chat completions, of OpenAI and of servers like it: these have no key of their own, and may name a filter as the reason. */
export const chatWire = (server: ChatServer): Wire => ({
  contentType: "text/event-stream; charset=utf-8",

  problem(request) {
    if (request.path !== "/v1/chat/completions")
      return failure(404, "invalid_request_error", null, "Unknown request URL");
    const key = server === "openai" ? keyProblem(request) : undefined;
    if (key) return key;
    const parsed = v.safeParse(Request, request.body);
    if (!parsed.success) return invalid(`${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`);
    if (server === "openai" && /^(gpt-5|o\d)/.test(parsed.output.model)) {
      if (parsed.output.max_tokens !== undefined)
        return invalid(
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
        );
      if (parsed.output.temperature !== undefined)
        return invalid("Unsupported value: 'temperature' does not support 0.");
    }
    const problem = conversationProblem(parsed.output);
    return problem === undefined ? undefined : invalid(problem);
  },

  refusal,

  *begin(request) {
    yield send({
      ...headOf(request),
      choices: [{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }],
    });
  },

  *step(step, at, request) {
    if ("fails" in step) {
      const isThrottled = step.fails === "throttled";
      const [type, code] = isThrottled ? ["tokens", "rate_limit_exceeded"] : ["server_error", null];
      yield send({ error: { message: "The server had an error.", type, param: null, code } });
    }
    for (const delta of deltasOf(step, { at, index: request.index, server }))
      yield send({ ...headOf(request), choices: [{ index: 0, delta, finish_reason: null }] });
  },

  *finish(steps, request) {
    const end = endOf(steps);
    const filtered = server === "openai" ? "stop" : "content_filter";
    const usual = callsTool(steps) ? "tool_calls" : "stop";
    const finish_reason = end === undefined ? usual : end === "length" ? "length" : filtered;
    yield send({ ...headOf(request), choices: [{ index: 0, delta: {}, finish_reason }] });
    const usage = {
      prompt_tokens: 100,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 50 },
      completion_tokens_details: { reasoning_tokens: 5 },
    };
    yield send({ ...headOf(request), choices: [], usage });
    yield "data: [DONE]\n\n";
  },
});
