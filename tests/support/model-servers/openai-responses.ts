import * as v from "valibot";
import { failure, invalid, keyProblem, refusal } from "./openai-errors.ts";
import { argumentsOf, endOf, type Wire, type WireRequest, type WireStep } from "./wire.ts";

const Item = v.looseObject({
  type: v.optional(v.string()),
  role: v.optional(v.string()),
  call_id: v.optional(v.string()),
  encrypted_content: v.optional(v.nullable(v.string())),
});
const Request = v.looseObject({
  model: v.string(),
  stream: v.literal(true),
  store: v.optional(v.boolean(), true),
  input: v.array(Item),
  include: v.optional(v.array(v.string()), []),
  temperature: v.optional(v.number()),
  max_output_tokens: v.optional(v.pipe(v.number(), v.minValue(16))),
});

const thinks = (model: string) => /^(gpt-5|o\d)/.test(model);

/** What the Responses API refuses of a request. */
function requestProblem({ model, store, input, temperature }: v.InferOutput<typeof Request>): string | undefined {
  if (thinks(model) && temperature !== undefined)
    return "Unsupported parameter: 'temperature' is not supported with this model.";
  // What is not stored cannot be referred to, so thoughts have to come back as they were sent.
  if (!store && input.some(({ type }) => type === "item_reference"))
    return "Item with id 'rs_0' not found. Items are not persisted when `store` is set to false.";
  if (!store && input.some(({ type, encrypted_content }) => type === "reasoning" && !encrypted_content))
    return "Item 'rs_0' of type 'reasoning' was provided without its encrypted content.";
  const called = input.filter(({ type }) => type === "function_call").map(({ call_id }) => call_id);
  const returned = input.filter(({ type }) => type === "function_call_output").map(({ call_id }) => call_id);
  const lost = called.find((id) => !returned.includes(id));
  if (lost !== undefined) return `No tool output found for function call ${lost}.`;
  const unknown = returned.find((id) => !called.includes(id));
  return unknown === undefined ? undefined : `No tool call found for function call output with call_id ${unknown}.`;
}

let sequence = 0;
const event = (type: string, data: Record<string, unknown>) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence++, ...data })}\n\n`;

const added = (output_index: number, item: Record<string, unknown>) =>
  event("response.output_item.added", { output_index, item });
const done = (output_index: number, item: Record<string, unknown>) =>
  event("response.output_item.done", { output_index, item });

const responseOf = ({ index, body }: WireRequest, status: string) => ({
  id: `resp_${index}`,
  object: "response",
  created_at: 1,
  model: body["model"],
  status,
  error: null,
  incomplete_details: null,
  output: [],
});

function* said(part: { type: string }, deltas: readonly string[], output_index: number, id: string): Generator<string> {
  const item = { id, type: "message", status: "in_progress", role: "assistant", content: [] };
  yield added(output_index, item);
  const place = { item_id: id, output_index, content_index: 0 };
  yield event("response.content_part.added", { ...place, part });
  yield* deltas;
  yield event("response.content_part.done", { ...place, part });
  yield done(output_index, { ...item, status: "completed", content: [part] });
}

function* thought(text: string, output_index: number, { index, body }: WireRequest): Generator<string> {
  const id = `rs_${index}_${output_index}`;
  const include = v.parse(Request, body).include;
  // It comes with its contents, sealed, where they were asked for.
  const sealed = include.includes("reasoning.encrypted_content") ? { encrypted_content: "c2VhbGVk" } : {};
  yield added(output_index, { id, type: "reasoning", summary: [], ...sealed });
  const place = { item_id: id, output_index, summary_index: 0 };
  yield event("response.reasoning_summary_part.added", { ...place, part: { type: "summary_text", text: "" } });
  yield event("response.reasoning_summary_text.delta", { ...place, delta: text });
  yield event("response.reasoning_summary_part.done", { ...place, part: { type: "summary_text", text } });
  yield done(output_index, { id, type: "reasoning", summary: [{ type: "summary_text", text }], ...sealed });
}

function* callOf(step: Extract<WireStep, { tool: string }>, output_index: number, number: number): Generator<string> {
  const id = `fc_${number}_${output_index}`;
  const args = argumentsOf(step.args);
  const half = Math.ceil(args.length / 2);
  const item = { id, type: "function_call", call_id: step.id ?? `call_${number}_${output_index}`, name: step.tool };
  yield added(output_index, { ...item, status: "in_progress", arguments: "" });
  for (const delta of [args.slice(0, half), args.slice(half)])
    yield event("response.function_call_arguments.delta", { item_id: id, output_index, delta });
  yield event("response.function_call_arguments.done", { item_id: id, output_index, arguments: args });
  yield done(output_index, { ...item, status: "completed", arguments: args });
}

function* stepEvents(step: WireStep, at: number, request: WireRequest): Generator<string> {
  const id = `msg_${request.index}_${at}`;
  const place = { item_id: id, output_index: at, content_index: 0 };
  if ("text" in step) {
    const delta = event("response.output_text.delta", { ...place, delta: step.text, logprobs: [] });
    yield* said({ type: "output_text" }, [delta], at, id);
  } else if ("think" in step) yield* thought(step.think, at, request);
  else if ("tool" in step) yield* callOf(step, at, request.index);
  else if ("end" in step && step.end === "refused") {
    const refused = "I'm sorry, I cannot assist with that.";
    const deltas = [
      event("response.refusal.delta", { ...place, delta: refused }),
      event("response.refusal.done", { ...place, refusal: refused }),
    ];
    yield* said({ type: "refusal" }, deltas, at, id);
  } else if ("fails" in step) {
    const code = step.fails === "throttled" ? "rate_limit_exceeded" : "server_error";
    yield event("error", { code, message: "The server had an error.", param: null });
  }
}

/** OpenAI's Responses API. */
export const responsesWire: Wire = {
  contentType: "text/event-stream; charset=utf-8",

  problem(request) {
    if (request.path !== "/v1/responses") return failure(404, "invalid_request_error", null, "Unknown request URL");
    const key = keyProblem(request);
    if (key) return key;
    const parsed = v.safeParse(Request, request.body);
    if (!parsed.success) return invalid(`${v.getDotPath(parsed.issues[0])}: ${parsed.issues[0].message}`);
    const problem = requestProblem(parsed.output);
    return problem === undefined ? undefined : invalid(problem);
  },

  refusal,

  *begin(request) {
    const response = responseOf(request, "in_progress");
    yield event("response.created", { response });
    yield event("response.in_progress", { response });
  },

  step: stepEvents,

  *finish(steps, request) {
    const usage = {
      input_tokens: 100,
      input_tokens_details: { cached_tokens: 50 },
      output_tokens: 20,
      output_tokens_details: { reasoning_tokens: 5 },
      total_tokens: 120,
    };
    if (endOf(steps) === "length") {
      const response = {
        ...responseOf(request, "incomplete"),
        usage,
        incomplete_details: { reason: "max_output_tokens" },
      };
      yield event("response.incomplete", { response });
    } else yield event("response.completed", { response: { ...responseOf(request, "completed"), usage } });
  },
};
