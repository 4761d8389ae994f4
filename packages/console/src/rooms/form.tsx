import { Check } from "lucide-preact";
import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button, type ButtonProps } from "../parts/button.tsx";
import { type Failure, failureOf, Problem } from "../parts/problem.tsx";

interface Props {
  /** The words of its button. */
  submit: string;
  /** What kind its button is: `primary` for what the screen is about. */
  kind?: ButtonProps["kind"];
  isSubmittable: boolean;
  /** What it does; what it throws is shown above the button. It returns false where the fields say what is wrong. */
  onSubmit: () => Promise<unknown>;
  /** What is said beside the button once it is done, until something is changed again. */
  saved?: string;
  /** Further buttons. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** Fields and the button that sends them. */
export function Form({ submit, kind = "primary", isSubmittable, onSubmit, saved, actions, children }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [isDone, setDone] = useState(false);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  async function send(): Promise<void> {
    setBusy(true);
    setFailure(null);
    setDone(false);
    try {
      const outcome = await onSubmit();
      if (isThere.current) setDone(outcome !== false);
    } catch (error) {
      if (isThere.current) setFailure(failureOf(error));
    } finally {
      if (isThere.current) setBusy(false);
    }
  }
  return (
    <form
      class="form"
      aria-busy={isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        if (isSubmittable && !isBusy) void send();
      }}
    >
      {children}
      {failure && <Problem failure={failure} onRetry={() => void send()} />}
      <div class="form-foot">
        <Button kind={kind} type="submit" disabled={!isSubmittable || isBusy}>
          {submit}
        </Button>
        <span role="status" class="form-saved">
          {saved && isDone && !isSubmittable && (
            <>
              <Check size={15} strokeWidth={1.75} aria-hidden="true" />
              {saved}
            </>
          )}
        </span>
        {actions}
      </div>
    </form>
  );
}
