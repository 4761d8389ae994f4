import type { Command } from "../command.ts";

export const evaluationCommand: Command = {
  name: "eval",
  summary: "Measure answers on a set of questions: what is right, how sure, how fast",
  options: {
    questions: {
      help: "JSON Lines file of {db, question, sql, class?}; sql may be a list of accepted queries. Also {…, unanswerable: true}, {…, source: documents, contains}, {…, source: saved_query, saved_query}, and choices, after",
      required: true,
    },
    databases: {
      help: "Directory of <db>.sqlite files, each with <db>.documents/ and <db>.saved-queries.json if it has any",
    },
    organization: { help: "Id of an organization whose databases are asked instead, by name or id" },
    through: {
      help: "interpreter (the default with --model rules) or analyst: saved queries, documents and follow-ups, too",
    },
    model: { help: "A model of the list; the platform's default where none is given" },
    now: { help: "The day at which questions are asked, such as 2026-06-30; today where none is given" },
    class: { help: "Only questions of these classes, separated by commas" },
    db: { help: "Only questions about these databases, separated by commas" },
    limit: { help: "Only the first so many questions" },
    "at-once": {
      help: "How many questions are asked at the same time: 4 where none is given, 1 with --model rules",
    },
    misses: { help: "Show each miss: the question, what was expected, what was given, the reading", flag: true },
    cases: { help: "Write each case to this file as it is judged, as JSON Lines" },
    output: { help: "Write the whole report to this file as JSON" },
  },
  example:
    "eval --questions questions.jsonl --databases databases --model rules\n" +
    "eval --questions questions.jsonl --databases databases --through analyst --class ratio --misses\n" +
    "eval --questions questions.jsonl --databases databases --model qwen3-32b --at-once 8\n" +
    "eval --questions questions.jsonl --organization ID --through analyst --cases cases.jsonl",
  async standalone(given, open) {
    // What answers questions takes longer to load than every other command together.
    const { runEvaluation } = await import("../evaluation/run.ts");
    return runEvaluation(given, open);
  },
};
