import * as v from "valibot";
import type { Question } from "@parley/core/answer/answer";
import { askerLanguage } from "@parley/core/answer/asker-language";
import type { Clarification, Session } from "../answer-session.ts";
import { analystTool, ToolProblem } from "./tool.ts";

const Line = (longest: number) => v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(longest));

/** True unless the chat's last answer asked already: a person is asked back once, then answered. */
export const mayAsk = ({ question: { history } }: Session): boolean =>
  history.findLast(({ type }) => type === "final" || type === "scope_notice")?.type !== "scope_notice";

/** The text of the notice that a clarification ends the turn with. */
export function clarificationText({ question, choices }: Clarification, asked: Question): string {
  const heading = askerLanguage(asked) === "de" ? "Gemeint sein kann:" : "Did you mean:";
  return `${question}\n\n${heading}\n${choices.map(({ message }) => `- ${message}`).join("\n")}`;
}

/** `ask`: ends the turn with readings of this question to choose from. */
export const ask = analystTool({
  name: "ask",
  description:
    "Asks the person back instead of answering, and ends the turn. Only where the question has two or three readings whose numbers differ and neither the data, the rules nor the conversation say which is meant. Where one reading is usual, answer it and name the assumption instead.",
  input: v.object({
    question: v.pipe(Line(500), v.description("What is unclear, in one sentence in the language of the question")),
    choices: v.pipe(
      v.array(
        v.object({
          label: v.pipe(Line(80), v.description("What tells this reading from the others, in a few words")),
          message: v.pipe(
            Line(1_000),
            v.description("The whole question in this reading, as the person would send it"),
          ),
        }),
      ),
      v.minLength(2),
      v.maxLength(3),
    ),
  }),
  async run(clarification, session) {
    const { choices } = clarification;
    const same = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
        .trim();
    const messages = new Set(choices.map(({ message }) => same(message)));
    if (messages.size < choices.length || messages.has(same(session.question.message))) {
      throw new ToolProblem("Each message has to say another reading than the others and the question itself");
    }
    session.clarification = clarification;
    return { summary: "Asked which reading is meant", result: null, text: "The person is asked." };
  },
});
