import { ConnectionError } from "./errors.ts";
import { findOwn } from "./find-own.ts";
import type { Edit } from "./ask.ts";
import { submittedLife, type Surroundings } from "./turn-life.ts";
import { callFor } from "./operations.ts";
import { submit } from "./submit.ts";
import type { Life, Source } from "./turn.ts";

/** A message to change; its chat may be one that only the service knows. */
export type Change = Omit<Edit, "chat_id"> & { chat_id?: string | undefined };

/** The way of an edit whose chat is not known, without a socket. */
const noRoute: Source = {
  submit() {
    throw new ConnectionError();
  },
};

/** The life of a turn that answers a changed message: `over` a socket, or by its route, which needs the chat. */
export function editLife(change: Change, around: Surroundings, over = (route: Source): Source => route): Life {
  const { calls, options } = around;
  const { chat_id: chatId = null, message_id: edits, content } = change;
  const route: Source =
    chatId === null
      ? noRoute
      : {
          submit: (_body, signal) =>
            calls.stream(callFor("message.edit", { ...change, chat_id: chatId }, { ...options, signal })),
        };
  const source = over(route);
  return submittedLife({
    ...around,
    source,
    prepare: async () => ({ chatId, body: { message: content }, edits, find: findOwn }),
    submit: (state, submission) => submit(state, submission, { first: source, later: route }),
  });
}
