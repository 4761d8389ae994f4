import type { Citation } from "@parley/contract/message";
import type { AnswerEvent } from "@parley/core/answer/answer";
import { namedIn, startCiting, withoutMarks } from "./citations.ts";
import type { Grounded } from "./grounding/verify-answer.ts";
import type { Session } from "./answer-session.ts";

/**
 * A model's answer with its marks of passages as numbers, and the passages that it cites in the order in which it does. Yields
 * the events with the same text; an answer that has no documents stays as it is.
 */
export async function* citing<Told extends { grounded: Grounded }>(
  { question, passages }: Session,
  telling: AsyncGenerator<AnswerEvent, Told>,
): AsyncGenerator<AnswerEvent, Told & { citations?: Citation[] }> {
  if (question.scope.length === 0 && question.attached_files.length === 0) return yield* telling;
  const marks = startCiting(passages);
  let content = "";
  const said = (text: string): AnswerEvent[] => {
    content += text;
    return text === "" ? [] : [{ type: "text_delta", content: text }];
  };
  try {
    for (;;) {
      const next = await telling.next();
      if (next.done) {
        yield* said(marks.end());
        const isMarked = marks.cited.length > 0 || marks.unknown.size > 0;
        const citations = isMarked ? [...marks.cited] : namedIn(content, passages);
        return { ...next.value, grounded: { ...next.value.grounded, content }, citations };
      }
      const event = next.value;
      if (event.type === "text_delta") yield* said(marks.write(event.content));
      else yield event.type === "tool_message" ? { ...event, content: withoutMarks(event.content) } : event;
    }
  } finally {
    await telling.return(undefined as never);
  }
}
