import type * as v from "valibot";
import type { ErrorCode } from "./errors.ts";

export type Method = "GET" | "POST" | "PATCH" | "DELETE";

/** Endpoint groups: each is one Lambda, `packages/functions/src/lambda/<group>.ts`. */
export type Group =
  | "auth"
  | "catalog"
  | "chats"
  | "stream"
  | "turns"
  | "uploads"
  | "voice"
  | "audio"
  | "memories"
  | "rules"
  | "admin"
  | "sources"
  | "quality"
  | "docs";

type Schema = v.GenericSchema;

/**
 * One endpoint. The HTTP route, its checks, its response, the documentation, the local gateway's and the
 * deployed gateway's routing are all made from this.
 */
export interface Operation<
  Body extends Schema | undefined = Schema | undefined,
  Query extends Schema | undefined = Schema | undefined,
  Reply extends Schema | undefined = Schema | undefined,
  Path extends string = string,
> {
  /** `noun.verb` */
  id: string;
  method: Method;
  /** With `{name}` segments. */
  path: Path;
  group: Group;
  /** In one line; what else there is to say is in `api-documents/words/operations.ts`. */
  summary: string;
  /**
   * Who may call it. `api_key`: the exchange, and what is like it. `code` and `session`: a page of the service's own origin,
   * with a code in the body or with the cookie of its session (D56).
   */
  access: "public" | "api_key" | "code" | "session" | "member" | "admin";
  body?: Body;
  query?: Query;
  /** The successful response; absent for one that is empty or not JSON (`produces`). */
  reply?: Reply;
  status: 200 | 202 | 204;
  /** Media type of a successful response that is not JSON. */
  produces?: "text/event-stream" | "text/csv" | "text/html";
  /** Media type of a request that is not JSON (its fields are described by `multipart`). */
  consumes?: "multipart/form-data";
  multipart?: Record<string, { description: string; many: boolean }>;
  /** `coded`: failures are `{detail: {code, message}}` (D19). */
  errorShape?: "coded";
  /** The failures of this endpoint beyond 401, 403 and 422, which follow from `access`, `body` and `query`. */
  errors: readonly ErrorCode[];
}

/** The names of a path's `{name}` segments. */
export type PathParameter<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathParameter<Rest>
  : never;

/** Types an operation, its path by the literal; the value is returned as it is. */
export const operation = <
  const Path extends string,
  Body extends Schema | undefined = undefined,
  Query extends Schema | undefined = undefined,
  Reply extends Schema | undefined = undefined,
>(
  definition: Operation<Body, Query, Reply, Path>,
): Operation<Body, Query, Reply, Path> => definition;
