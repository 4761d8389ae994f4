import type { ClientFrame, ErrorCode, Schemas, SocketEvent, TurnEvent, UnknownEvent } from "@parley/client/generated";
import type { CallOptions } from "@parley/client/options";
import type { Methods } from "@parley/client/operations";
import type { writtenComponents } from "@parley/contract/api-documents/components";
import type * as event from "@parley/contract/event";
import type * as frame from "@parley/contract/frame";
import type { everyError } from "@parley/contract/every-error";
import type * as v from "valibot";
import { describe, expect, it } from "vitest";

/** Whether two types are the same, and not just assignable to each other. */
type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

type Written = typeof writtenComponents;

type Flat<T> = { [Field in keyof T]: T[Field] };

/** The client's type of a schema as the contract has it: other verdicts than the two are a 400 there, not a 422. */
type AsInContract<Name extends keyof Written> = Name extends "FeedbackRequest"
  ? Flat<Omit<Schemas["FeedbackRequest"], "feedback"> & { feedback: string }>
  : Schemas[Name];

/** Names of schemas that the client's type differs from, as what is sent or as what is received. */
type Different = {
  [Name in keyof Written]: [
    Equal<v.InferInput<Written[Name]>, AsInContract<Name>>,
    Equal<v.InferOutput<Written[Name]>, AsInContract<Name>>,
  ] extends [true, true]
    ? never
    : Name;
}[keyof Written];

describe("the client's types", () => {
  it("equal the contract's, every schema that has a name", () => {
    const same: [Different] extends [never] ? true : Different = true;
    expect(same).toBe(true);
  });

  it("equal the contract's events and frames, with an edge for events of later versions", () => {
    const turn: Equal<event.StreamEvent, Exclude<TurnEvent, UnknownEvent>> = true;
    const socket: Equal<event.SocketEvent, Exclude<SocketEvent, UnknownEvent>> = true;
    const sent: Equal<v.InferInput<typeof frame.ClientFrame>, ClientFrame> = true;
    expect([turn, socket, sent]).toEqual([true, true, true]);
  });

  it("name every failure of the contract", () => {
    const same: Equal<keyof typeof everyError, ErrorCode> = true;
    expect(same).toBe(true);
  });

  it("refuse what the service would refuse, and what is not there", () => {
    const calls = (parley: Methods, options: CallOptions) => [
      () => parley.chat.create(),
      () => parley.chat.create({ title: "Sales" }, options),
      () => parley.chat.get({ chat_id: "c", limit: 20 }).then(({ messages }) => messages),
      () => parley.visualization.csv({ chat_id: "c", visualization_id: "v" }).then((response) => response.body),
      async () => {
        for await (const chat of parley.chat.list({ archived: true })) chat.title?.trim();
        for await (const row of parley.visualization.rows({ chat_id: "c", visualization_id: "v" })) row.join();
      },
      // @ts-expect-error -- a chat has an id
      () => parley.chat.get(),
      // @ts-expect-error -- of another name
      () => parley.chat.get({ id: "c" }),
      // @ts-expect-error -- a number
      () => parley.chat.list({ limit: "20" }),
      // @ts-expect-error -- one of two verdicts
      () => parley.message.feedback({ message_id: "m", feedback: "fine" }),
      // @ts-expect-error -- without a filter
      () => parley.model.list({ limit: 1 }),
      // @ts-expect-error -- a stream, which `ask` reads
      () => parley.chat.stream({ message: "How many?" }),
      // @ts-expect-error -- for servers, which have a key
      () => parley.authentication.create({ email: "a@example.com", user_key: "k" }),
      // @ts-expect-error -- no such operation
      () => parley.chat.destroy({ chat_id: "c" }),
    ];
    expect(calls).toBeTypeOf("function");
  });
});
