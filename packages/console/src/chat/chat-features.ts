/** What a chat offers; hosts of the embedded chat switch each off by its name. */
export interface ChatFeatures {
  /** The statements behind an answer. */
  sql: boolean;
  /** Files with a question. */
  upload: boolean;
  /** Editing and deleting what was asked. */
  history: boolean;
  /** Thumbs, and a note. */
  feedback: boolean;
  /** Pictures, CSV and the conversation as a file. */
  export: boolean;
  /** Questions to ask next. */
  followUps: boolean;
  /** Which database is asked. */
  sourceChoice: boolean;
  /** Which model answers. */
  modelChoice: boolean;
  /** Which agent answers in a new chat. */
  agentChoice: boolean;
  /** Saved queries by `/`, collections of documents by `@`. */
  suggestions: boolean;
  /** The steps that led to an answer, and what it cost. */
  workings: boolean;
  /** Keys such as `/` and Ctrl+K, which act wherever the focus is. */
  shortcuts: boolean;
}

export const allFeatures: ChatFeatures = {
  sql: true,
  upload: true,
  history: true,
  feedback: true,
  export: true,
  followUps: true,
  sourceChoice: true,
  modelChoice: true,
  agentChoice: true,
  suggestions: true,
  workings: true,
  shortcuts: true,
};
