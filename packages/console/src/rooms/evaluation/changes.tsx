import type { Evaluation } from "@parley/client";
import { Tally } from "./tally.tsx";
import { useEvaluationWords } from "./use-evaluation-words.ts";

const tones = { same: "quiet", sql: "warn", number: "bad", abstains: "bad", answers: "good" } as const;
const kinds = ["same", "sql", "number", "abstains", "answers"] as const;

/** How many answers change, by how, and whether more of them are right. */
export function Changes({
  evaluation: { right_before: before, right_after, progress },
  changes,
}: {
  evaluation: Evaluation;
  changes: NonNullable<Evaluation["changes"]>;
}) {
  const say = useEvaluationWords();
  const gain = (right_after ?? before) - before;
  const words = gain === 0 ? "impact.even" : gain > 0 ? "impact.better" : "impact.worse";
  return (
    <>
      <p class="impact-gain" data-gain={Math.sign(gain)}>
        <b>{say(words, { count: Math.abs(gain) })}</b>{" "}
        <span>{say("impact.right", { right: right_after ?? before, total: progress.done })}</span>
      </p>
      <Tally
        label={say("impact.changed")}
        parts={kinds.map((name) => ({ name, label: say(`change.${name}`), count: changes[name], tone: tones[name] }))}
      />
    </>
  );
}
