import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { Button } from "../parts/button.tsx";
import { type Failure, failureOf, Problem } from "../parts/problem.tsx";

interface Props {
  /** The words of its button. */
  submit: string;
  isSubmittable: boolean;
  /** What it does; what it throws is shown above the button. */
  onSubmit: () => Promise<unknown>;
  /** Further buttons. */
  actions?: ComponentChildren;
  children: ComponentChildren;
}

/** Fields and the button that sends them. */
export function Form({ submit, isSubmittable, onSubmit, actions, children }: Props) {
  const [failure, setFailure] = useState<Failure | null>(null);
  const [isBusy, setBusy] = useState(false);
  const isThere = useRef(true);
  useEffect(() => () => void (isThere.current = false), []);
  async function send(): Promise<void> {
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit();
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
        <Button kind="primary" type="submit" disabled={!isSubmittable || isBusy}>
          {submit}
        </Button>
        {actions}
      </div>
    </form>
  );
}
