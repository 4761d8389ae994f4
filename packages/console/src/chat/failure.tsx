import { ApiError, ConnectionError, type ParleyError } from "@parley/client";
import type { ChatTurn } from "@parley/client/react";
import { RotateCw } from "lucide-preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { Problem } from "../parts/problem.tsx";
import { useChatWords } from "../words/chat-words.ts";

/** Why there is no answer, wherever it is known from: this page saw it fail, or history tells. */
interface Reason {
  words: string;
  isRetryable: boolean;
  debugId: string | null;
  /** Seconds until it can be asked again. */
  wait: number | null;
}

const ofError = (error: ParleyError, unreachable: string): Reason => ({
  words: error instanceof ConnectionError ? unreachable : error.message,
  isRetryable: !(error instanceof ApiError) || error.retryable,
  debugId: error instanceof ApiError ? error.debugId : null,
  wait: error instanceof ApiError ? error.retryAfter : null,
});

function reasonOf({ answer, error }: ChatTurn, unreachable: string): Reason | null {
  const kept = answer?.metadata?.error;
  if (answer?.type === "error") {
    const { retryable = false, debug_id: debugId = null } = kept ?? {};
    return { words: answer.content, isRetryable: retryable, debugId, wait: null };
  }
  return error && ofError(error, unreachable);
}

/** Seconds that are left of `seconds`, counted down. */
function useCountdown(seconds: number): number {
  const [left, set] = useState(seconds);
  // From when it is said, not from when it has been drawn.
  const until = useMemo(() => performance.now() + seconds * 1000, [seconds]);
  useEffect(() => {
    const timer = setInterval(() => set(Math.max(0, Math.ceil((until - performance.now()) / 1000))), 250);
    return () => clearInterval(timer);
  }, [until]);
  return left;
}

function Wait({ seconds, onRetry }: { seconds: number; onRetry: (() => void) | null }) {
  const say = useChatWords();
  const left = useCountdown(seconds);
  return (
    <>
      <p>{left > 0 ? say("failure.wait", { count: left }) : say("failure.waited")}</p>
      {onRetry && (
        <Button icon={RotateCw} disabled={left > 0} onClick={onRetry}>
          {say("failure.retry")}
        </Button>
      )}
    </>
  );
}

/** Why there is no answer, and what to do about it. Only the newest question can be asked again here. */
export function Failure({ turn, onRetry }: { turn: ChatTurn; onRetry: (() => void) | null }) {
  const say = useChatWords();
  const reason = reasonOf(turn, say("failure.connection"));
  if (!reason) return null;
  const { words, isRetryable, debugId, wait } = reason;
  if (wait !== null) {
    return (
      <div class="waiting-turn">
        <Wait seconds={wait} onRetry={onRetry} />
      </div>
    );
  }
  return (
    <Problem
      failure={{ message: words, retryable: isRetryable && onRetry !== null, debugId }}
      {...(onRetry && { onRetry })}
    />
  );
}
