import { Button } from "../parts/button.tsx";
import { useShellWords } from "../words/shell-words.ts";

/** Before it is known who is in front of the page. */
export function Starting() {
  const say = useShellWords();
  return (
    <main class="waiting" aria-busy="true">
      <p class="visually-hidden">{say("app.starting")}</p>
    </main>
  );
}

/** The service did not answer. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const say = useShellWords();
  return (
    <main class="waiting">
      <p role="alert">{say("app.unreachable")}</p>
      <Button onClick={onRetry}>{say("app.retry")}</Button>
    </main>
  );
}
