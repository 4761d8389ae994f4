/**
 * What an operation's summary leaves to say, for the documentation, by the operation's id. It stands here and not with the
 * operations because functions that serve them would carry it, too.
 */
export const descriptions: Readonly<Record<string, string>> = {
  "audio.transcribe":
    "Send `multipart/form-data` with one part `file` (audio/m4a, audio/x-m4a or audio/mp4, at most 25 MB), or JSON `{upload_id}`. Proper nouns are corrected from the organization's vocabulary.",
  "authentication.create":
    "`user_key` is base64url without padding of HMAC-SHA256 over the trimmed, lowercased e-mail address; the key is the organization's shared secret, base64url-decoded. The token is valid for 6 hours.",
  "chat.stream":
    "Events: `chat_metadata` first, then `processing`, `text_delta` and `visualization`, and `message` last. Once the stream runs, failures are `error` events and the status stays 200.",
  "query.list": "All of them without `limit`; with it a page, and `next_cursor` leads to the next one.",
  "turn.create":
    "The turn is accepted once per `client_request_id` and goes on without the client. The same id with the same payload answers the original turn. `agent_id` is the chat's `agent_id`, or, where that is null, the organization's published agent. 404 `Chat not found` is also the answer for a chat that exists where the organization has no published agent: an operator creates one and publishes it (`agent create`, `agent publish`).",
  "turn.events":
    "Each event carries an SSE `id`; `starting_after` or the header `Last-Event-ID` continues after one. The log lives for 24 hours.",
  "upload.create":
    "Send `multipart/form-data` with up to 5 parts named `files` (4 MB together; a larger body is answered 400, or 413 by the gateway where it declares no `Content-Length`), or JSON naming the files: each answer then carries `upload_url` and `upload_headers` for a PUT straight to the bucket, which takes it once and answers 412 after that. 25 MB a file.",
  "visualization.csv":
    "A file that no answer can carry (about 5 MB) is a redirect (302) to an address that is good for some minutes.",
};

/** Examples for the documentation, by the operation's id. */
export const examples: Readonly<Record<string, { body?: unknown; reply?: unknown }>> = {
  "authentication.create": {
    body: { email: "ada@example.com", user_key: "q7Jm0cB2m0tq7n1m0M2xg3Zk1J9m8bq7tq7n1m0M2xg" },
  },
  "chat.create": { body: { title: "Sales" } },
  "chat.stream": {
    body: { chat_id: "01980000-0000-7000-8000-000000000000", message: "How many customers are there?" },
  },
  "memory.create": { body: { content: "I look after the north region." } },
  "message.feedback": { body: { feedback: "positive", note: "Just what I needed." } },
  "rule.create": { body: { content: "Revenue means the amount less refunds." } },
  "query.create": {
    body: {
      title: "Orders of a region",
      prompt: "List the orders of a region",
      sql: "SELECT o.id, o.total FROM orders o JOIN regions r ON r.id = o.region_id WHERE r.name = {{region}}",
      keywords: ["orders", "region"],
    },
  },
  "turn.create": { body: { client_request_id: "req-1", message: "How many customers are there?" } },
  "upload.create": { body: { files: [{ filename: "sales.csv", mime_type: "text/csv", size_bytes: 1280 }] } },
  "voice_timing.create": { body: { client_trace_id: "trace-1", marks: { room_connected: 412.5 } } },
};
