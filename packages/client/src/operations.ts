import { type OperationId, operations, type Operations } from "./generated.ts";
import type { Answer, Http } from "./http.ts";
import type { Call, CallOptions } from "./options.ts";
import { type Pages, pagesOf } from "./pages.ts";
import { type Reply, replyOf } from "./reply.ts";

export type { OperationId } from "./generated.ts";

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

/**
 * Creations and the like that may be sent again after their answer was lost: those of turns, which have an id or end in the same, and new
 * orders. Whatever is not a POST may be, too.
 */
const repeatablePost = /^turn\.|\.reorder$/;

/** What the table says of an operation. */
interface Row {
  method: string;
  path: string;
  access?: string;
  page?: string;
  produces?: string;
  query?: string;
}

/** Reads a noun's operations in the table, by their verbs. */
function rowsOf(noun: string): Record<string, Row> {
  const [base, ...verbs] = (operations[noun] as string).split(","); // Types say that it is there.
  const rows: Record<string, Row> = {};
  for (const text of verbs) {
    // Each has a verb and, where it is no POST, a method; at most two traits. What is absent becomes a field that nobody reads.
    const [verb, method, rest = "", trait, value = "", another, other] = text.split(/[ =]/) as [string, ...string[]];
    rows[verb] = {
      method: method || "POST",
      path: `/v1/${base}${rest}`,
      [trait as string]: value,
      [another as string]: other,
    };
  }
  return rows;
}

/**
 * The call of an operation: its fields go into the path, the query or the body, as the contract has them. Throws `TypeError`
 * where the path lacks one.
 */
export function callFor<Id extends OperationId>(
  operation: Id,
  request: Operations[Id]["request"],
  options?: CallOptions,
): Call {
  const [noun, verb] = operation.split(".") as [string, string]; // As its type says.
  const { method, path, access, produces, query: queried } = rowsOf(noun)[verb] as Row; // Types say that it is there.
  const rest: Record<string, unknown> = { ...(request as Fields | undefined) }; // A request is an object of its fields.
  const take = (name: string) => {
    const value = rest[name] as string | undefined; // So the type of each field that is taken says.
    delete rest[name];
    return value;
  };
  const filled = path.replace(/\{(\w*)\}/g, (_match, name: string) => {
    const field = `${name || noun}_id`;
    const value = take(field);
    // An empty one or dots would make it another path.
    if (/^\.{0,2}$/.test(value ?? "")) throw new TypeError(`${operation} needs ${field}`);
    return encodeURIComponent(value as string);
  });
  const hasBody = method[0] === "P"; // POST and PATCH have one.
  const query = hasBody ? queried && { [queried]: take(queried) } : rest;
  return {
    ...options,
    operation,
    method,
    path: filled,
    query: query as Call["query"], // Types say that what goes into a query is plain.
    body: hasBody ? rest : undefined,
    access,
    stream: produces !== undefined,
    repeatable: method !== "POST" || repeatablePost.test(operation),
  };
}

/** Calls an operation; its answer is read as its row says. */
async function answerOf(http: Http, id: OperationId, request?: Fields, options?: CallOptions) {
  const call = callFor(id, request as never, options); // As its method is typed.
  if (!call.stream) return http.json<unknown>(call);
  const response = await http.send(call);
  return { data: response, response } satisfies Answer<Response>;
}

/** The methods of all plain operations. */
export function methodsOf(http: Http): Methods {
  const methods: Record<string, Record<string, unknown>> = {};
  for (const noun of Object.keys(operations)) {
    const own: Record<string, unknown> = (methods[noun] = {});
    for (const [verb, { path, page, produces }] of Object.entries(rowsOf(noun))) {
      const id = `${noun}.${verb}` as OperationId; // It is of the table.
      if (produces === "stream") continue;
      // Where the table names no field, a page's items are in that of the path's last word, which there always is.
      own[verb] = (request?: Fields, options?: CallOptions) =>
        page === undefined
          ? replyOf(answerOf(http, id, request, options))
          : pagesOf(page || (path.split("/").pop() as string), (cursor) =>
              answerOf(http, id, cursor === undefined ? request : { ...request, cursor }, options),
            );
    }
  }
  // The table is made from the same operations as the types.
  return methods as Methods;
}
