import { StreamEvent } from "@parley/contract/event";
import * as v from "valibot";
import { CommandError, type Given, type Option } from "./command.ts";

/** How long (ms) the service may take for anything but a question. */
const SERVICE_PATIENCE_MS = 30_000;

export const addressOption: Option = { help: "Address of the service; the deployment's own by default" };

/** Where the service answers. Throws `CommandError` where nothing says so. */
export async function addressOf(given: Given): Promise<string> {
  const { linkedOptional } = await import("@parley/core/environment/environment");
  const address = given.optional("url") ?? linkedOptional("Service", "url");
  if (address === undefined || !URL.canParse(address))
    throw new CommandError("NO_ADDRESS", "The service's address is not known.", {
      hint: "Give it with --url https://…",
    });
  return address.replace(/\/$/, "");
}

/** The forms that the contract gives a refusal: a text, a code with a message, or the faults of a body. */
const Refusal = v.object({
  detail: v.union([
    v.string(),
    v.object({ code: v.string(), message: v.string() }),
    v.array(v.object({ msg: v.string() })),
  ]),
  code: v.optional(v.string()),
});

function sentenceOf({ detail }: v.InferOutput<typeof Refusal>): string {
  if (typeof detail === "string") return detail;
  return Array.isArray(detail) ? detail.map(({ msg }) => msg).join("; ") : detail.message;
}

/** What a refused request said, as a sentence. */
async function refusalOf(response: Response): Promise<CommandError> {
  const text = await response.text();
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), Refusal), text);
  const said = parsed.success ? sentenceOf(parsed.output) : `${response.status} ${response.statusText}`.trim();
  const code = parsed.success ? parsed.output.code : undefined;
  const wait = response.headers.get("retry-after");
  return new CommandError(code ?? `HTTP_${response.status}`, `The service refused: ${said}`, {
    ...(wait !== null && { hint: `Try again in ${wait} seconds.` }),
  });
}

/** A request of the service's public interface. Throws `CommandError` where it is refused or nothing answers. */
export async function request(
  url: string,
  { body, headers = {}, signal }: { body?: unknown; headers?: Record<string, string>; signal?: AbortSignal } = {},
): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: signal ?? AbortSignal.timeout(SERVICE_PATIENCE_MS),
    });
  } catch {
    throw new CommandError("SERVICE_UNREACHABLE", `The service at ${new URL(url).origin} does not answer.`, {
      hint: "Is it running (`npm start`)?",
    });
  }
  if (!response.ok) throw await refusalOf(response);
  return response;
}

/** The text of a body, line by line, as it comes. */
async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let rest = "";
  for await (const chunk of body) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = lines.pop() ?? "";
    yield* lines;
  }
  if (rest !== "") yield rest;
}

/** The events of an answer, as they come. */
export async function* eventsOf(response: Response): AsyncGenerator<StreamEvent> {
  if (!response.body) return;
  let name = "";
  for await (const line of linesOf(response.body)) {
    if (line.startsWith("event: ")) name = line.slice(7).trim();
    if (!line.startsWith("data: ")) continue;
    const event = v.safeParse(StreamEvent, { event: name, data: JSON.parse(line.slice(6)) });
    // A newer service may send events that this operator does not know.
    if (event.success) yield event.output;
  }
}
