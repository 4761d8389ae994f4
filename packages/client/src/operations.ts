import { type OperationRow, operations, type Operations } from "./generated.ts";
import type { Answer, Http } from "./http.ts";
import type { Call, CallOptions } from "./options.ts";
import { type Pages, pagesOf } from "./pages.ts";
import { type Reply, replyOf } from "./reply.ts";

export type OperationId = keyof typeof operations;

/** Streams have verbs of their own. */
type WithoutMethod = {
  [Id in OperationId]: Operations[Id] extends { stream: unknown } ? Id : never;
}[OperationId];

/** What a method returns: pages of a list, a response to be read, or the answer's data. */
type Outcome<Of> = Of extends { item: infer Item; reply: infer Data }
  ? Pages<Item, Data>
  : Of extends { produces: string }
    ? Reply<Response>
    : Of extends { reply: infer Data }
      ? Reply<Data>
      : never;

type Input<Of extends { request?: unknown }> = undefined extends Of["request"]
  ? [request?: Of["request"], options?: CallOptions]
  : [request: Of["request"], options?: CallOptions];

/** One operation as a method. */
export type Method<Id extends OperationId> = (...input: Input<Operations[Id]>) => Outcome<Operations[Id]>;

type Noun =
  Exclude<OperationId, WithoutMethod> extends infer Id ? (Id extends `${infer Name}.${string}` ? Name : never) : never;

/** A method for each plain operation of the contract: `chat.create` is `methods.chat.create`. */
export type Methods = {
  [Name in Noun]: {
    [
      Id in OperationId as Id extends WithoutMethod ? never : Id extends `${Name}.${infer Verb}` ? Verb : never
    ]: Method<Id>;
  };
};

/** A request's fields by name, wherever they go. */
type Fields = Readonly<Record<string, unknown>>;

/** Calls that may be sent again after their answer was lost, beside those whose method says so. */
const repeatablePosts: ReadonlySet<OperationId> = new Set([
  "turn.create",
  "turn.cancel",
  "memory.reorder",
  "admin_memory.reorder",
]);

/** An id as a segment of a path. Throws `TypeError` for what would make it another path. */
function segment(operation: OperationId, name: string, value: unknown): string {
  if (typeof value !== "string" || /^\.{0,2}$/.test(value)) throw new TypeError(`${operation} needs ${name}`);
  return encodeURIComponent(value);
}

/**
 * The call of an operation: its fields go into the path, the query or the body, as the contract has them. Throws `TypeError`
 * where the path lacks one.
 */
function callOf(operation: OperationId, request: Fields = {}, options?: CallOptions): Call {
  const [method, path, traits = {}] = operations[operation];
  const rest: Record<string, unknown> = { ...request };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };
  const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => segment(operation, name, take(name)));
  const hasBody = method === "POST" || method === "PATCH";
  const query = hasBody ? Object.fromEntries((traits.query ?? []).map((name) => [name, take(name)])) : rest;
  return {
    ...options,
    operation,
    method,
    path: filled,
    query: query as Call["query"], // Types say that what goes into a query is plain.
    body: hasBody ? rest : undefined,
    access: traits.access,
    stream: traits.produces !== undefined,
    repeatable: repeatablePosts.has(operation) || undefined,
  };
}

/** The call of an operation that has no method. */
export const callFor = callOf as <Id extends OperationId>(
  id: Id,
  request: Operations[Id]["request"],
  options?: CallOptions,
) => Call; // A request is an object of its fields.

/** Calls an operation; its answer is read as its row says. */
async function answerOf(http: Http, id: OperationId, request?: Fields, options?: CallOptions) {
  const call = callOf(id, request, options);
  if (!call.stream) return http.json<unknown>(call);
  const response = await http.send(call);
  return { data: response, response } satisfies Answer<Response>;
}

/** The methods of all plain operations. */
export function methodsOf(http: Http): Methods {
  const methods: Record<string, Record<string, unknown>> = {};
  for (const [id, row] of Object.entries(operations) as [OperationId, OperationRow][]) {
    const { page, produces } = row[2] ?? {};
    if (produces === "text/event-stream") continue;
    const [noun = "", verb = ""] = id.split(".");
    (methods[noun] ??= {})[verb] = (request?: Fields, options?: CallOptions) =>
      page === undefined
        ? replyOf(answerOf(http, id, request, options))
        : pagesOf(page, (cursor) =>
            answerOf(http, id, cursor === undefined ? request : { ...request, cursor }, options),
          );
  }
  // The table is made from the same operations as the types.
  return methods as Methods;
}
