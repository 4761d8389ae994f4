import { evaluationLimits, limits } from "../../limits.ts";
import { type ComponentWords, created, natural, none, uuid } from "./component-words.ts";

/** What administrators see of how good answers are, field by field. */
export const qualityWords: Readonly<Record<string, ComponentWords>> = {
  EvaluationStatus: ["Where an evaluation is; all but `running` are final.", none],
  AnswerChange: [
    "How an answer would change: its rows (`number`), its SQL alone (`sql`), to none (`abstains`), from none (`answers`), or not at all.",
    none,
  ],
  Evaluation: [
    "Golden questions that are asked, as things are and, with a draft, as they would be.",
    {
      id: ["The evaluation's id.", uuid],
      status: "Where it is.",
      model_id: "The model that answers.",
      agent_id: ["The agent that answers; null where the organization has none.", uuid],
      draft: "What would be saved; null where questions are asked as things are alone.",
      progress: "How far it is.",
      right_before: ["How many answers are right as things are.", natural],
      right_after: ["How many are right with the draft; null without one.", natural],
      misses: ["How many are not right: with the draft, where there is one.", natural],
      changes: "How many answers the draft changes, by how; null without one.",
      classes: "The same for each class of questions, once it has ended.",
      usage: "What its answers have used so far.",
      error: "Why it failed; null where it did not.",
      created_by: ["The admin who asked for it.", uuid],
      created_by_name: "Their name.",
      created_at: created,
      ended_at: "When it ended; null while it runs.",
      expires_at: "Until when it is kept.",
    },
  ],
  EvaluationProgress: [
    "How far an evaluation is.",
    { done: ["Questions that were asked.", natural], total: ["Questions that are to be.", natural] },
  ],
  EvaluationUsage: [
    "What the answers of an evaluation have used.",
    {
      input_tokens: ["Tokens that models read.", natural],
      output_tokens: ["Tokens that models wrote.", natural],
      cost_usd: "US dollars; null once a call had no known price.",
    },
  ],
  EvaluationClass: [
    "The questions of one class.",
    {
      class: "The class; null for questions without one.",
      questions: ["How many there are.", natural],
      right_before: ["How many of their answers are right as things are.", natural],
      right_after: ["How many are with the draft; null without one.", natural],
    },
  ],
  EvaluationError: [
    "Why something could not be done.",
    {
      code: "Which kind of fault it is: one of the list of errors, or `EVALUATION_LIMIT`, `EVALUATION_INTERRUPTED`.",
      message: "What is wrong, in words.",
    },
  ],
  ChangeCounts: [
    "How many answers change, by how.",
    {
      same: ["Not at all.", natural],
      number: ["They have other rows.", natural],
      sql: ["They have the same rows by other SQL.", natural],
      abstains: ["There would be none any more.", natural],
      answers: ["There is one where there was none.", natural],
    },
  ],
  EvaluationCase: [
    "A golden question that was asked.",
    {
      question_id: ["The golden question.", uuid],
      integration_id: ["The database that was asked; null for a question that was deleted before its turn came.", uuid],
      question: "The question as it was asked; empty for one that was deleted before.",
      class: "Its class; null where it has none.",
      change: "How the answer changes.",
      miss: "True where the answer is not right: with the draft, where there is one.",
      error: "Why it could not be asked; null where it was.",
      before: "The answer as things are; null where it could not be asked.",
      after: "The answer with the draft; null without one.",
    },
  ],
  EvaluatedAnswer: [
    "An answer of an evaluation.",
    {
      answered: "False for a refusal, a notice or a question back.",
      right: "True where its rows are those of the golden question.",
      figure: [
        "The figure, where it is one; else how many rows it has. Null where it has none.",
        { maxLength: evaluationLimits.figure_characters },
      ],
      sql: "The statement behind it; null where there is none.",
      text: ["Its words, as far as they fit.", { maxLength: evaluationLimits.text_characters }],
    },
  ],
  EvaluationCreate: [
    "Which questions to ask, of whom, and what to rehearse.",
    {
      model: "A `model_id` of `GET /v1/models`; without it the model that answers members' questions.",
      agent_id: ["The agent whose instructions are followed; without it the default one.", uuid],
      question_ids: "Golden questions; without it all of them.",
      draft: "What would be saved; without it the questions are asked as things are.",
    },
  ],
  Draft: [
    "What would be saved, all of it at once: a new thing has no `id`, and one that would be removed no `content`.",
    {
      rule: "A rule.",
      memory: "A memory. Questions are then asked with that member's memories; otherwise with nobody's.",
      query: "A saved query.",
      definition: "A definition, such as a metric or a dimension.",
    },
  ],
  DraftRule: [
    "A rule that would be saved.",
    { id: ["The rule that it would replace.", uuid], content: "Its text; null to remove the rule." },
  ],
  DraftMemory: [
    "A memory that would be saved.",
    {
      id: ["The memory that it would replace.", uuid],
      member_id: ["Whose memory it is; without it the caller's.", uuid],
      content: "Its text; null to remove the memory.",
    },
  ],
  DraftQuery: [
    "A saved query that would be saved.",
    { id: ["The query that it would replace.", uuid], content: "The whole query; null to remove it." },
  ],
  DraftDefinition: [
    "A definition that would be saved.",
    {
      id: ["The definition that it would replace.", uuid],
      integration_id: ["The integration whose definition it is.", uuid],
      content: "The whole definition; null to remove it.",
    },
  ],
  EvaluationStarted: ["An evaluation that was just asked for.", { id: ["Its id.", uuid], status: "Where it is." }],
  EvaluationPage: [
    "A page of the evaluations.",
    {
      evaluations: ["The evaluations, the newest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  EvaluationCasePage: [
    "A page of what was asked.",
    {
      cases: ["The questions, in the order in which they were asked.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page; null on the last.",
    },
  ],
  FeedbackStatus: ["Whether an administrator still has to look at it.", none],
  RatedAnswer: [
    "An answer that a member has rated, with its question.",
    {
      message_id: ["The answer. With it `POST /v1/admin/questions` makes a golden question of a correction.", uuid],
      chat_id: ["Its chat.", uuid],
      member_id: ["The member who asked and rated.", uuid],
      member_name: "Their name.",
      member_email: "Their e-mail address.",
      feedback: "What they said of the answer.",
      note: [
        "What they wrote beside it; null where they wrote nothing.",
        { maxLength: limits.feedback_note_characters },
      ],
      status: "Whether it still has to be looked at. An answer that is rated again is open again.",
      question: "What was asked.",
      answer: "The words of the answer.",
      sql: "The statements behind what it shows, in the order in which they ran.",
      integration_id: ["The database that was asked; null where there was none.", uuid],
      answered_at: "When the answer was written.",
      rated_at: "When it was last rated.",
    },
  ],
  FeedbackUpdate: ["How far a rated answer has been looked at.", { status: "Whether it is done, or open again." }],
  RatedAnswerPage: [
    "A page of the answers that members have rated.",
    {
      feedback: ["The answers, the newest first.", { maxItems: limits.page_max }],
      next_cursor: "Leads to the next page, which there may be after an empty one; null on the last.",
    },
  ],
};
