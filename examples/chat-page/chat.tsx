import { type ChatSettings, useChat } from "@parley/client/react";
import type { Visualization } from "@parley/client";
import { type FormEvent, useEffect } from "react";

function Shown({ what }: { what: Visualization }) {
  if (what.type === "chart") return <p>{`A chart: ${what.title ?? what.chart_type}`}</p>;
  return (
    <table>
      <thead>
        <tr>
          {what.headers.map((header) => (
            <th key={header}>{header}</th>
          ))}
        </tr>
      </thead>
      <tbody>
        {what.rows.map((row) => (
          <tr key={row.join()}>
            {row.map((cell, at) => (
              <td key={what.headers[at]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A chat: its turns, the answer as it comes, and a box to ask in. */
export function Chat(settings: ChatSettings) {
  const { chatId, turns, status, error, send, stop } = useChat(settings);

  // The address names the chat, so that a reload shows it again and goes on with a turn that runs.
  useEffect(() => {
    if (chatId !== null) history.replaceState(null, "", `?chat=${chatId}`);
  }, [chatId]);

  function ask(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const message = new FormData(event.currentTarget).get("message");
    event.currentTarget.reset();
    if (typeof message === "string") send(message);
  }

  const isRunning = status !== "ready" && status !== "error";
  return (
    <main data-status={status}>
      {turns.map((turn) => (
        <article key={turn.key}>
          <h2>{turn.question?.content}</h2>
          <pre>{turn.answer?.content ?? turn.error?.message ?? turn.progress}</pre>
          {turn.visualizations.map((what) => (
            <Shown key={what.id} what={what} />
          ))}
        </article>
      ))}
      {error && <p role="alert">{error.message}</p>}
      <form onSubmit={ask}>
        <input name="message" aria-label="Question" required placeholder="Ask about your data" />
        <button type="submit" disabled={isRunning}>
          Ask
        </button>
        <button type="button" disabled={!isRunning} onClick={() => void stop()}>
          Stop
        </button>
      </form>
    </main>
  );
}
