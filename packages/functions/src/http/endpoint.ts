import type { Operation, PathParameter } from "@parley/contract/operation";
import type { TokenClaims } from "@parley/core/auth/token";
import type { Actor, Base } from "@parley/core/environment/context";
import type { MemberRecord } from "@parley/core/member/member";
import type * as v from "valibot";
import type { HttpRequest, HttpResponse } from "./http-message.ts";

type BodyOf<O extends Operation> = O extends Operation<infer Body> ? Body : never;
type QueryOf<O extends Operation> = O extends Operation<infer _Body, infer Query> ? Query : never;
type ReplyOf<O extends Operation> = O extends Operation<infer _Body, infer _Query, infer Reply> ? Reply : never;

type Output<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;
type Answer<Schema> = Schema extends v.GenericSchema ? v.InferInput<Schema> | HttpResponse : HttpResponse | undefined;

/** What a handler works with. */
export interface Input<O extends Operation = Operation, Environment extends Base = Base> {
  /** The environment of this process, and the caller. On operations that take no token the actor is empty. */
  ctx: Environment & { actor: Actor };
  /** The parameters of the path, by the names of its segments. */
  params: Record<PathParameter<O["path"]>, string>;
  query: Output<QueryOf<O>>;
  /** The checked JSON body. */
  body: Output<BodyOf<O>>;
  request: HttpRequest;
  /** The claims of the caller's token; empty strings if there is none. */
  token: TokenClaims;
  /** The caller. Rejects with the 401 or 403 that the response becomes. */
  member: Promise<MemberRecord>;
}

/**
 * When the caller is checked (D12, D13). `before`: the handler runs after it, as writes must. `beside`: at the same time,
 * and a refusal wins over the handler's result; a handler that writes must await `member` before its first write.
 */
export type MembershipCheck = "before" | "beside";

/** An operation and its handler. */
export interface Endpoint<Environment extends Base = Base> {
  operation: Operation;
  membership: MembershipCheck;
  // The operation's own types are checked where the endpoint is made; here they are erased.
  handler: (input: ErasedInput<Environment>) => unknown;
}

export type ErasedInput<Environment extends Base> = Omit<Input<Operation, Environment>, "params" | "query" | "body"> & {
  params: Record<string, string>;
  query: unknown;
  body: unknown;
};

interface Options {
  membership?: MembershipCheck;
}
type Handler<O extends Operation, Given> = (input: Given) => Answer<ReplyOf<O>> | Promise<Answer<ReplyOf<O>>>;

const usual = (operation: Operation): MembershipCheck => (operation.method === "GET" ? "beside" : "before");

/** Makes endpoints whose handlers need `Environment`: ``const endpoint = endpointsWith<Base & WithFiles>()``. */
export const endpointsWith =
  <Environment extends Base>() =>
  <O extends Operation>(
    operation: O,
    handler: Handler<O, Input<O, Environment>>,
    { membership = usual(operation) }: Options = {},
  ): Endpoint<Environment> => ({
    operation,
    membership,
    // The app gives the handler what the operation's schemas made, which is what `Input<O>` says.
    handler: (input) => handler(input as Input<O, Environment>),
  });

/** The same for operations with `multipart`: `body` is the checked JSON form, or undefined: then `request` is to be read. */
export const multipartEndpointsWith =
  <Environment extends Base>() =>
  <O extends Operation>(
    operation: O,
    handler: Handler<O, Omit<Input<O, Environment>, "body"> & { body: Input<O, Environment>["body"] | undefined }>,
    { membership = usual(operation) }: Options = {},
  ): Endpoint<Environment> => ({
    operation,
    membership,
    handler: (input) => handler(input as Input<O, Environment>),
  });

/** An endpoint that needs only the base context. */
export const endpoint = endpointsWith<Base>();
