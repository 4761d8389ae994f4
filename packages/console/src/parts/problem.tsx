import { CircleAlert, RotateCcw } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { usePartsWords } from "../words/parts-words.ts";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

/** What has gone wrong; the client's errors are such. */
export interface Failure {
  message: string;
  /** The same may succeed later. */
  retryable?: boolean | undefined;
  /** What those who run the service find it by. */
  debugId?: string | null | undefined;
}

/** The client's own words for an answer that never came: it may come the next time. */
const NEVER_CAME = new Set<unknown>(["CONNECTION_FAILED", "TIMEOUT"]);

/** What was thrown, as far as it can be shown. */
export function failureOf(thrown: unknown): Failure {
  if (!(thrown instanceof Error)) return { message: String(thrown) };
  const retryable =
    ("retryable" in thrown && thrown.retryable === true) || ("code" in thrown && NEVER_CAME.has(thrown.code));
  const debugId = "debugId" in thrown && typeof thrown.debugId === "string" ? thrown.debugId : null;
  return { message: thrown.message, retryable, debugId };
}

export interface ProblemProps {
  failure: Failure;
  /** Offered where trying again may help. */
  onRetry?: () => void;
  /** What to do about it. */
  children?: ComponentChildren;
}

/** Says what has gone wrong and what to do; the debug id is behind "Details". */
export function Problem({ failure: { message, retryable, debugId }, onRetry, children }: ProblemProps) {
  const say = usePartsWords();
  return (
    <div class="problem" role="alert">
      <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
      <div class="problem-text">
        <p>{message}</p>
        {children && <div class="problem-hint">{children}</div>}
        {debugId && (
          <details>
            <summary>{say("problem.details")}</summary>
            <p>
              {say("problem.debugId")} <code>{debugId}</code> <CopyButton text={debugId} />
            </p>
          </details>
        )}
      </div>
      {retryable && onRetry && (
        <Button icon={RotateCcw} onClick={onRetry}>
          {say("problem.retry")}
        </Button>
      )}
    </div>
  );
}
