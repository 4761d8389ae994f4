import type { Command } from "../command.ts";

export const interpretCommand: Command = {
  name: "interpret",
  summary: "Read a question without a language model: its SQL, and what each stage made of it",
  words: { name: "question", help: "The question" },
  options: {
    database: { help: "An SQLite file to ask", required: true },
    after: { help: "A question that was asked before it; may be given several times", many: true },
    rule: { help: "A rule of the organization; may be given several times", many: true },
    now: { help: "The day at which it is asked, such as 2026-06-30; today where none is given" },
    trace: { help: "Show what each stage made of the question", flag: true },
  },
  example: 'interpret "revenue by month" --database shop.sqlite --trace',
  async standalone(given) {
    const { readQuestion } = await import("../interpret.ts");
    return readQuestion(given);
  },
};
