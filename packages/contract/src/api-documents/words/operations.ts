import { documentTypes } from "../../document.ts";
import { limits } from "../../limits.ts";

/**
 * What an operation's summary leaves to say, for the documentation, by the operation's id. It stands here and not with the
 * operations because functions that serve them would carry it, too.
 */
export const descriptions: Readonly<Record<string, string>> = {
  "authentication.create":
    "`user_key` is base64url without padding of HMAC-SHA256 over the trimmed, lowercased e-mail address; the key is the organization's shared secret, base64url-decoded. The token is valid for 6 hours. At most 60 requests a minute for each API key.",
  "me.get":
    "Shows what a page may offer: what is not among `features` answers with a failure. The list grows; ignore what you do not know. A change shows within 30 seconds.",
  "session_code.create":
    "For a backend that sends its people to the console: redirect them to `url` within five minutes. The code in it works once. The same checks and the same failures as `POST /v1/authenticate`, and the same budget of 60 a minute for each API key: both are counted together.",
  "session.create":
    "For the console's page: it takes the code out of its address, sends it here, and keeps the token in memory. The response sets the session's cookie, which only `/v1/sessions` and what is below it are sent. A code that has expired or was used returns 401. At most 10 requests a minute for each address.",
  "session.renew":
    "The cookie is replaced by a new one. A cookie that was replaced before returns 401 and ends the session, since somebody else may have it: let one renewal of a browser run at a time, and give it an `Idempotency-Key`, by which it is the same renewal, with the same cookie, when its answer was lost and it is sent again. A session ends 7 days after its last renewal, 30 days after it began, and when its member is disabled or the shared secret is rotated. Access tokens that were issued before a session ended stay valid until they expire.",
  "session.remove":
    "Clears the cookie, also where there is none or its session has ended. Access tokens that were issued stay valid until they expire.",
  "integration.list": "Send one of the ids as `integration_id` when a chat is created or a message is sent.",
  "project.list":
    "Documents are read only where the chat's scope names their project: send the ids as `scoped_project_ids`.",
  "model.list":
    "An agent has a model of its own; `default` answers where there is no agent. A model whose provider is not configured is not on the list.",
  "agent.list": "A chat that names no agent is bound to the one with `is_default`.",
  "query.list": "All of them without `limit`; with it a page, and `next_cursor` leads to the next one.",
  "query.create":
    "The SQL must be a single read-only SELECT. `{{name}}` marks a parameter, inside string literals, too; its value is bound, never pasted into the text.",
  "query.update": "What is absent stays as it is. Changed SQL is checked, and its parameters are extracted again.",
  "query.validate":
    "Says what `query.create` would, while the SQL is typed. Without `integration_id` the SQL has to pass for one of the organization's kinds of database; with it for that database. Nothing is connected to: whether tables and columns exist shows when it runs.",
  "query.preview":
    "Runs as the saved query would: a single read-only SELECT, its values bound as parameters, at most 10 seconds and 20 rows. What the database has against it is a 400 with its words. Each cell is text, of at most 1,000 characters. At most 20 a minute for each admin.",
  "query.remove": "Messages that have used it keep their answers.",

  "chat.create":
    "A chat must exist before messages are sent to it. Without `agent_id` it is bound to the organization's default agent.",
  "chat.list": "`next_cursor` leads to the next page; it is null on the last one.",
  "chat.get":
    "Returns the newest messages, the oldest of them first; `before` with the id of the oldest one known leads to those before it.",
  "chat.update": "What is absent stays as it is.",
  "chat.remove": "Its messages, tables and turns go with it.",
  "chat.stream":
    "Events: `chat_metadata` first, then `processing`, `text_delta` and `visualization`, and `message` last. Once the stream runs, failures are `error` events and the status stays 200. The schema describes an event as its name and its data; on the wire they are the lines `id:`, `event:` and `data:`. A client that goes away does not stop the turn: its answer is in the chat, and a stream that was cut is continued with the turn of `chat_metadata` and the last `id` as `Last-Event-ID` (`GET …/turns/{turn_id}/events`). With a `client_request_id` the request may be sent again: it then streams the same turn from its first event, by whichever route it came, and spends no budget. An unknown integration consumes the id; the refusal is repeated. Submissions by all routes together are limited to 10 a minute and 3 in 10 seconds per member.",
  "message.get": "The same shape as in the chat. Addresses to download uploads from are made afresh.",
  "message.edit":
    "The message keeps its id and its uploads; what came after it is gone once the edit is accepted. A turn that runs in the chat is cancelled first, unless the edit is refused for its integration or a limit. The response is that of `POST /v1/chats`. An edit counts as a message (10 a minute and 3 in 10 seconds per member) and is never refused by that limit, only by those that the organization has.",
  "message.remove": "Messages of any type can be deleted. Deleting one that is already deleted returns 404.",
  "message.feedback": "A later verdict replaces the one before.",
  "visualization.rows": "A table that is shown carries its first 200 rows; here are all of them, page by page.",
  "visualization.csv":
    "A file that no answer can carry (about 5 MB) is a redirect (302) to an address that is good for some minutes. With `link=1` that address is the answer, as JSON: a page cannot follow the redirect to a bucket of another origin.",

  "receipt.get": "An answer that rests on no statement has none.",
  "receipt.verify":
    "Runs the statements again, within 20 seconds, and compares rules, memories, definitions and the tables that were read with what the answer was given. Nothing is changed. At most 10 a minute.",

  "turn.create":
    "The turn is accepted once per `client_request_id` and goes on without the client. The same id with the same payload returns the original turn. `agent_id` is the chat's `agent_id`, or, where that is null, the organization's published agent. 404 `Chat not found` is also returned for a chat that exists where the organization has no published agent: an operator creates one and publishes it (`agent create`, `agent publish`).",
  "turn.get":
    "While the turn is `in_progress` the answer carries `Retry-After: 1`. With `wait` one request lasts up to 20 seconds.",
  "turn.cancel": "Text that was streamed until then is kept as a message with `metadata.partial`.",
  "turn.events":
    "Each event carries an SSE `id`; `starting_after` or the header `Last-Event-ID` continues after one. The ids are those of the streamed route. The log lives for 24 hours. The schema describes an event as its name and its data; on the wire they are the lines `id:`, `event:` and `data:`.",

  "upload.create":
    "Send `multipart/form-data` with up to 5 parts named `files` (4 MB together; a larger body returns 400, or 413 by the gateway where it declares no `Content-Length`), or JSON naming the files: each answer then carries `upload_url` and `upload_headers` for a PUT straight to the bucket, which takes it once and returns 412 after that. 25 MB a file. A file that no message uses is deleted after 24 hours.",
  "upload.get": "A pending upload is `ready` once its bytes are in the bucket.",

  "memory.list": "The first 10 are given to the agent with every message, the others when they are relevant to it.",
  "memory.create": "At most 100 are kept for a member.",
  "memory.update": "Its place in the order stays.",
  "memory.remove": "Those behind it move up.",
  "memory.reorder": "Every memory must be named exactly once.",
  "admin_memory.list": "The same as the member sees.",
  "admin_memory.create": "At most 100 are kept for a member.",
  "admin_memory.update": "Its place in the order stays.",
  "admin_memory.remove": "Those behind it move up.",
  "admin_memory.reorder": "Every one of the member's memories must be named exactly once.",
  "rule.list": "Every rule is given to the agent with every message.",
  "rule.create": "At most 100 are kept for an organization.",
  "rule.update": "The next message is answered by the new rule.",
  "rule.remove": "The next message is answered without it.",

  "member.list":
    "`next_cursor` leads to the next page; it is null on the last one. With `active` or `search` a page may be short, even empty, and still have one after it.",
  "member.create":
    "The address is trimmed and lowercased; it stays the member's. The member signs in with a `user_key`, which your backend makes of the address, or by a link of `POST /v1/session-codes`. Nobody is written to.",
  "member.update":
    "What is absent stays as it is. A change of `role` or `active` is in force within 30 seconds, running turns included. The last active admin can be neither demoted nor disabled.",
  "source.list":
    "Passwords are never returned. `schema` is null until the database was read, `last_test` until its connection was tried. A new connection forgets both.",
  "source.create":
    "Nothing is connected to: try the connection before. `tls` is `verify` where it is absent. The file of a database is copied from the upload, which is not needed afterwards; it is opened first. Members may ask of it at once. At most 100 are kept for an organization.",
  "source.update":
    "What is absent stays as it is; a connection that is there is the whole connection. Its password may be absent, and stays, only while engine, host, port, database and user do. Later messages use the new connection, and what was known of the old one is forgotten.",
  "source.remove":
    "The stored login, the copied file and the schema go with it. Chats that asked of it keep their answers, and have to choose another database.",
  "source.test":
    "With `integration_id` alone the stored connection is tried, and the result is kept as `last_test`. With `connection` alone nothing is stored. With both it is a change of that integration that is tried: the password may be absent, as in an update. That no connection came about is no failure of the request: `error` is the database's own reason. At most 10 a minute for each admin.",
  "source.schema":
    "As it was last read; nothing is connected to. Values of rows are never part of it. An answer carries as many tables as fit it, or `limit`; `next_cursor` leads to the next ones and is refused once the schema was read again.",
  "source.introspect":
    "Returns at once; a worker reads it. `GET /v1/admin/integrations/{integration_id}/schema` and the list say when it is done, or why it could not be read. While it runs a second request starts nothing and gets the same answer. Another connection calls it off. At most 10 a minute for each admin, together with tests of connections.",
  "column_mark.list":
    "`hidden` columns do not exist for questions, `masked` ones are shown as `•••` and used for nothing else, and values of `sensitive` ones are neither sampled nor looked up.",
  "column_mark.update":
    "Columns that are not named stay as they are; a `mark` of null takes one away. All are changed or none. Whatever runs afterwards goes by it: statements, saved queries, definitions, and the schema, which is read again before the next question. 400 `INVALID_COLUMN_MARK` names a column that the schema, as it was last read, does not have, and the nearest one; a schema that was not read yet takes every name. A definition that is made of a hidden or masked column is left out of answers while it is marked, and SQL that reads one is refused when it is saved. At most 500 marks are kept for an integration.",
  "definition.list": "`next_cursor` leads to the next page; it is null on the last one.",
  "definition.create":
    "What is said with its words is answered by it, and models are told of it, from the next message on. A metric's number is exactly its `sql`. Before it is kept it passes the guard, and runs on the database, read-only, for at most 10 seconds: 400 `INVALID_DEFINITION` says what the database has against it. No two metrics, dimensions and synonyms of an integration share a name. At most 500 are kept for an integration, and at most 20 a minute are tried for each admin, together with previews.",
  "definition.get":
    "Every version that ever was is kept as long as the integration, also of definitions that were deleted.",
  "definition.update":
    "What is absent stays as it is; null empties `description`, `synonyms`, and what its kind does not need. The change is tried like a new one.",
  "definition.remove": "The next message is answered without it.",

  "question.list": "`next_cursor` leads to the next page; it is null on the last one.",
  "question.create":
    "With `message_id`, of an answer that a member has rated, it is made of that answer's question: so a correction is kept. The SQL passes the guard like any other. At most 200 are kept for an organization. `operator golden run` asks them, and says which answers a change would change.",
  "question.update": "What is absent stays as it is.",
  "question.remove": "It is no longer asked.",

  "feedback.list":
    "With its question, its SQL, what the member wrote and who it is; of answers that nobody has rated nothing is shown. Those that were deleted since are left out, so that a page may be short. Ratings stay on the list for a year. `POST /v1/admin/questions` keeps the right answer of one as a golden question.",
  "feedback.update":
    "It stays so until the answer is rated again. Members are not told. 404 `Message not found` for an answer that is not rated, or was deleted.",

  "evaluation.list": "They are kept for 30 days. `next_cursor` leads to the next page; it is null on the last one.",
  "evaluation.create":
    "Returns at once; a worker asks the questions, one after another. Without `model` and `agent_id` members' questions are answered alike; without `question_ids` all golden questions are asked. With a `draft` each is asked twice, side by side, and nothing is saved: which answers change, from what to what, is what saving it would do. What the answers use counts for who asks, like their own questions, and a run ends where a limit of theirs is reached, after two hours, or after 10 million tokens. One runs at a time in an organization, and at most 6 a minute are begun by an admin. No chat and no turn comes of it.",
  "evaluation.get":
    "`status` is `running` until all questions have been asked; `progress` says how far it is. `wait` is at most 20 seconds.",
  "evaluation.cancel":
    "What was asked until then stays. The worker stops within seconds, also in the middle of a question.",
  "evaluation.cases":
    "Each as soon as it has been asked, in the order in which the golden questions were made. What was asked stays as it was, whatever becomes of the golden question.",

  "agent.list_all":
    "`next_cursor` leads to the next page; it is null on the last one. Members see the published ones by `GET /v1/agents`.",
  "agent.create":
    "At most 50 are kept for an organization. One that is not published is a draft: members do not see it, and only administrators bind new chats to it, to try it. The first that is published is the default until another one is made so.",
  "agent.update":
    "What is absent stays as it is; null empties `description`, `instructions`, `model_id` and `starter_prompts`. There is one default: with `is_default: true` the agent becomes it, and the former one is it no longer. Where the default is taken back, the oldest published agent takes its place until it is published again. The next message is answered by what is so then.",
  "agent.remove":
    "Chats that were bound to the agent stay and keep its id as `agent_id`; their next messages are answered without its instructions, by the platform's default model. The default cannot be removed.",

  "project.list_all":
    "Those that the caller may not use, too. `next_cursor` leads to the next page; it is null on the last one.",
  "project.create": `At most ${limits.projects_per_organization} are kept for an organization. Without \`member_ids\` everybody in the organization may use it.`,
  "project.update":
    "What is absent stays as it is. `member_ids` are in force with the next message: a chat whose scope names the project answers without it to members who may not use it any more.",
  "project.remove":
    "Its documents are gone with it, and chats answer without them from the next message on; answers that cited them keep their quotes.",

  "document.list": "`next_cursor` leads to the next page; it is null on the last one.",
  "document.create": `The files are copied, so that the documents stay when the uploads are deleted. Documents are ${documentTypes.join(", ")}; all of the uploads become documents, or none. List the documents to see when they are \`ready\`. A project has at most ${limits.documents_per_project}. At most 20 such requests a minute.`,
  "document.update": "Answers that cited it before keep the title it had then.",
  "document.remove":
    "A document that is still `indexing` can be deleted, too. Answers that cited it keep their quotes.",
  "passage.list":
    "Text only, of documents that are `ready`. A citation's `passage` is the one that it quotes. Members read documents of projects that they may use, admins those of every project of the organization; any other is answered like one that does not exist.",
  "document.search": `Returns at most ${limits.passages_found} passages, the best first, of documents that are \`ready\`. At most 30 searches a minute.`,

  "voice_session.create":
    "Join the media room at `livekit_url` with the token, which is valid for 2 hours; the agent joins by itself. What is said is written to the chat.",
  "voice_timing.create": "Send it and forget it: nothing of the session depends on it.",
  "audio.transcribe":
    "Send `multipart/form-data` with one part `file` (audio/m4a, audio/x-m4a or audio/mp4, at most 25 MB), or JSON `{upload_id}`. Proper nouns are corrected from the organization's vocabulary. A deployed gateway takes about 4.4 MB in one request: larger clips go by `upload_id`.",

  "docs.openapi": "Every operation, schema and failure, for generators of clients and for tools.",
  "docs.asyncapi": "Every frame and event of the socket, for generators of clients and for tools.",
  "docs.page": "One page that needs nothing from elsewhere.",
};

/** What the operations of a noun are about. */
export const tags: Readonly<Record<string, string>> = {
  authentication: "An API key and a member's signature become an access token.",
  me: "The member that a token stands for.",
  session_code: "Links that sign a member in to the console.",
  session: "Signing in to the console, staying signed in, signing out.",
  integration: "The databases that questions are asked of.",
  project: "Collections of documents that answers can cite.",
  model: "The models that can answer.",
  agent: "Who answers.",
  query: "Saved queries: questions whose SQL is known.",
  chat: "Conversations, and the route that streams answers.",
  message: "Single messages, and what members say of them.",
  visualization: "The rows of the tables that answers show.",
  receipt: "What answers rest on, signed, and whether it still holds.",
  turn: "The durable route: submit once, then wait, poll or replay.",
  upload: "Files that go with messages.",
  memory: "What the agent remembers about the caller.",
  admin_memory: "What the agent remembers about any member, for admins.",
  rule: "What the agent is told with every message, for admins.",
  member: "The people of the organization, for admins.",
  document: "The files of a collection, and how they are read, for admins.",
  passage: "The text of documents, as members read it where an answer cites them.",
  source: "The databases as administrators set them up.",
  question: "Questions whose right answers are known, for admins.",
  feedback: "Answers that members have rated, for admins.",
  evaluation: "How golden questions are answered, and what a change would change, for admins.",
  column_mark: "Which columns of a database questions do not see, for admins.",
  definition: "What the words of the organization mean in a database, for admins.",
  voice_session: "Conversations by voice.",
  voice_timing: "How long their start took.",
  audio: "Transcription of recorded clips.",
  docs: "This reference.",
};

/** What deletions say, by the operation's id. */
export const confirmations: Readonly<Record<string, string>> = {
  "chat.remove": "Chat deleted successfully",
  "message.remove": "Message deleted successfully",
  "query.remove": "Saved query deleted successfully",
  "memory.remove": "User memory deleted successfully",
  "admin_memory.remove": "User memory deleted successfully",
  "agent.remove": "Agent deleted successfully",
  "rule.remove": "Organization rule deleted successfully",
  "project.remove": "Project deleted successfully",
  "document.remove": "Document deleted successfully",
  "source.remove": "Integration deleted successfully",
  "definition.remove": "Definition deleted successfully",
  "question.remove": "Golden question deleted successfully",
};
