import { at, ids, later } from "./ids.ts";

const ratedAnswer = {
  message_id: ids.answer,
  chat_id: ids.chat,
  member_id: ids.member,
  member_name: "Ada Winter",
  member_email: "ada@example.com",
  feedback: "negative",
  note: "These are all customers, not those in Spain.",
  status: "open",
  question: "How many customers are there in Spain?",
  answer: "There are 1,204 customers.",
  sql: ["SELECT COUNT(*) FROM customers"],
  integration_id: ids.integration,
  answered_at: at,
  rated_at: later,
};

const evaluation = {
  id: ids.evaluation,
  status: "completed",
  model_id: "rules",
  agent_id: ids.agent,
  draft: { rule: { id: null, content: "Revenue means the amount less refunds." } },
  progress: { done: 2, total: 2 },
  right_before: 2,
  right_after: 1,
  misses: 1,
  changes: { same: 1, number: 1, sql: 0, abstains: 0, answers: 0 },
  classes: [{ class: "sums", questions: 2, right_before: 2, right_after: 1 }],
  usage: { input_tokens: 0, output_tokens: 0, cost_usd: 0 },
  error: null,
  created_by: ids.member,
  created_by_name: "Ada Winter",
  created_at: at,
  ended_at: later,
  expires_at: "2026-12-22T09:30:00.000Z",
};
const answered = {
  answered: true,
  right: true,
  figure: "180",
  sql: "SELECT SUM(amount) FROM orders",
  text: "The total revenue is 180.",
};
const evaluatedCase = {
  question_id: ids.golden,
  integration_id: ids.integration,
  question: "What is the total revenue?",
  class: "sums",
  change: "number",
  miss: true,
  error: null,
  before: answered,
  after: {
    ...answered,
    right: false,
    figure: "140",
    sql: "SELECT SUM(amount - refunded) FROM orders",
    text: "The total revenue is 140.",
  },
};

/** Examples of what administrators see of how good answers are, by component. */
export const qualityExamples: Readonly<Record<string, readonly unknown[]>> = {
  Evaluation: [evaluation],
  EvaluationPage: [{ evaluations: [evaluation], next_cursor: null }],
  EvaluationStarted: [{ id: ids.evaluation, status: "running" }],
  EvaluationCreate: [{ model: "rules", draft: evaluation.draft }],
  EvaluationCase: [evaluatedCase],
  EvaluationCasePage: [{ cases: [evaluatedCase], next_cursor: null }],
  RatedAnswer: [ratedAnswer],
  RatedAnswerPage: [{ feedback: [ratedAnswer], next_cursor: null }],
  FeedbackUpdate: [{ status: "done" }],
};
