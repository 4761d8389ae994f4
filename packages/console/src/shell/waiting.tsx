import { Button } from "../parts/button.tsx";
import { useShellWords } from "../words/shell-words.ts";

/** Before it is known who is in front of the page. */
export function Starting() {
  const say = useShellWords();
  return (
    <main class="waiting" aria-busy="true">
      <h1 class="visually-hidden">{say("app.starting")}</h1>
    </main>
  );
}

/** The service did not answer. */
export function Unreachable({ onRetry }: { onRetry: () => void }) {
  const say = useShellWords();
  return (
    <main class="waiting">
      <div role="alert">
        <h1>{say("app.unreachable")}</h1>
      </div>
      <Button onClick={onRetry}>{say("app.retry")}</Button>
    </main>
  );
}
