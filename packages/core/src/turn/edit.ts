import type { ChatRecord } from "../chat/record.ts";
import type { MemberContext } from "../environment/context.ts";
import { fail } from "../failure/failure.ts";
import { find as findIntegration } from "../integration/integration.ts";
import { checkEdit } from "../ledger/admission.ts";
import type { Found } from "../message/message.ts";
import { cancel } from "./cancel.ts";
import { editSubmission, type Submission } from "./submission.ts";

/** What replaces a message. */
export interface Edit {
  route: "stream" | "socket";
  content: string;
  integration_id: string | null;
}

/** An edit that can be accepted: `chat` is the message's chat, if it is still as it was found. */
export interface BegunEdit {
  submission: Submission;
  chat?: Promise<ChatRecord>;
}

type Stop = (chatId: string, turnId: string) => Promise<unknown>;

/**
 * Begins an edit: the turn that runs in the message's chat is stopped, by `stop`. Returns the submission that replaces the
 * message and everything after it, to be accepted next. Throws MESSAGE_NOT_FOUND if no message was found, MESSAGE_NOT_EDITABLE
 * for one that is not the user's, and, where a turn runs, INTEGRATION_NOT_FOUND and RATE_LIMIT before it is stopped.
 */
export async function beginEdit(
  ctx: MemberContext,
  found: Found | undefined,
  edit: Edit,
  stop: Stop = (chatId, turnId) => cancel(ctx, chatId, turnId),
): Promise<BegunEdit> {
  const { chat, message } = found ?? fail("MESSAGE_NOT_FOUND");
  if (message.type !== "user") fail("MESSAGE_NOT_EDITABLE");
  const submission = editSubmission(message, edit);
  if (chat.active_turn_id === undefined) return { submission, chat: Promise.resolve(chat) };
  // An edit that is refused must not cost the answer that is being given.
  const { integration_id } = edit;
  if (integration_id !== null && !(await findIntegration(ctx, integration_id))) fail("INTEGRATION_NOT_FOUND");
  await checkEdit(ctx);
  await stop(chat.id, chat.active_turn_id);
  return { submission };
}
