import type { Command } from "../command.ts";

export const evaluationCommand: Command = {
  name: "eval",
  summary: "Measure a model's answers by execution accuracy on a set of questions",
  options: {
    questions: { help: "JSON Lines file of {db, question, sql, class?}", required: true },
    databases: { help: "Directory of <db>.sqlite files", required: true },
    model: { help: "A model of the list; the platform's default where none is given" },
    limit: { help: "Only the first so many questions" },
    output: { help: "Write the whole report to this file as JSON" },
  },
  example: "eval --questions questions.jsonl --databases databases --model rules",
  async standalone(given) {
    // What answers questions takes longer to load than every other command together.
    const { runEvaluation } = await import("../evaluation.ts");
    return runEvaluation(given);
  },
};
