/** What parameters of paths are, by name. */
const inPaths: Readonly<Record<string, string>> = {
  agent_id: "The agent: the chat's `agent_id` or, where that is null, the organization's published agent.",
  chat_id: "The chat, one of the caller's own. An id that names none returns 404.",
  definition_id: "The definition, one of the integration. An id that names none returns 404.",
  question_id: "The golden question. An id that names none returns 404.",
  evaluation_id: "The evaluation. An id that names none returns 404.",
  document_id: "The document, one of the project. An id that names none returns 404.",
  member_id: "The member, one of the organization. An id that names none returns 404.",
  integration_id: "The integration. An id that names none returns 404.",
  memory_id: "The memory. An id that names none returns 404.",
  message_id: "The message. An id that names none returns 404.",
  project_id: "The project, one of the organization. An id that names none returns 404.",
  query_id: "The saved query. An id that names none returns 404.",
  rule_id: "The rule. An id that names none returns 404.",
  turn_id: "The turn. An id that names none returns 404.",
  upload_id: "The upload, one of the caller's own. An id that names none returns 404.",
  visualization_id: "The table, by the `id` it was shown with. An id that names none returns 404.",
};

/** The same of an operation for which the name stands for something else. */
const inPathsOf: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "agent.update": { agent_id: "The agent, published or not. An id that names none returns 404." },
  "agent.remove": { agent_id: "The agent, published or not. An id that names none returns 404." },
  "feedback.update": { message_id: "The answer. An id that names none that is rated returns 404." },
};

const page = "How many to return.";
const cursor = "Where to go on: the `next_cursor` of the page before.";

/** What parameters of query strings are, by operation and name. */
const inQueries: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "query.list": { limit: `${page} Without it all of them are returned.`, cursor },
  "chat.list": {
    limit: page,
    cursor,
    archived: "True for archived chats; false, or nothing, for those that are not.",
    search: "Words that the chat's title or its first message contains; capitals do not matter.",
  },
  "chat.get": {
    limit: `${page} The newest are returned, the oldest of them first.`,
    before: "The id of a message: those before it are returned.",
  },
  "turn.get": { wait: "Seconds to wait for the turn to end before it is returned as it is." },
  "turn.events": {
    starting_after: "The `id` of the last event that is known; the events after it are sent.",
    tool_events: "True to be sent `tool_call` and `tool_result`, too. The ids are the same with and without them.",
  },
  "source.schema": { limit: "How many tables to return. Without it as many as an answer carries.", cursor },
  "visualization.rows": { cursor },
  "visualization.csv": {
    link: "True to be told the address of a file that no answer can carry, as JSON, rather than to be redirected to it.",
  },
  "member.list": {
    limit: page,
    cursor,
    active: "True for members who are active, false for those who are disabled; without it both.",
    search: "Words that the name or the e-mail address contains; capitals do not matter.",
  },
  "definition.list": { limit: page, cursor },
  "question.list": { limit: page, cursor },
  "evaluation.list": { limit: page, cursor },
  "evaluation.get": { wait: "Seconds to wait for the evaluation to end before it is returned as it is." },
  "evaluation.cases": {
    change: "Only answers that changed so.",
    miss: "True for answers that are not right, false for those that are.",
    limit: page,
    cursor,
  },
  "feedback.list": {
    value: "Only answers that were rated so.",
    status: "Only what is still open, or what is done.",
    limit: page,
    cursor,
  },
  "definition.get": {
    version: "Which version; without it the present one. Versions stay when the definition is deleted.",
  },
  "agent.list_all": { limit: page, cursor },
  "project.list_all": { limit: page, cursor },
  "document.list": { limit: page, cursor },
  "passage.list": { first: "The number of the passage to begin with; the first is 0.", limit: page },
  "document.search": { q: "What to look for, in words that the passages may contain." },
  "admin_memory.list": { member_id: "The member." },
  "admin_memory.update": { member_id: "The member whose memory it is." },
  "admin_memory.remove": { member_id: "The member whose memory it is." },
};

/** What a parameter of an operation is. Throws where nothing says so. */
export function parameterWords(place: "path" | "query", operationId: string, name: string): string {
  const words = place === "path" ? (inPathsOf[operationId]?.[name] ?? inPaths[name]) : inQueries[operationId]?.[name];
  if (words === undefined) throw new Error(`no words for the parameter ${name} of ${operationId}`);
  return words;
}
