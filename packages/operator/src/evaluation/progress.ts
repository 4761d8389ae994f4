/** Where progress is told: standard error. */
export interface ProgressStream {
  isTTY?: boolean;
  write(text: string): unknown;
}

/** Milliseconds between two lines where nobody watches, and between two changes of the line on a terminal. */
const LINE_MS = 10_000;
const CHANGE_MS = 250;

/** Tells how far an evaluation is: one line that changes on a terminal, a line every ten seconds otherwise. `now`: in ms. */
export function progressOn(stream: ProgressStream, now: () => number): (done: number, total: number) => void {
  const started = now();
  const isTerminal = stream.isTTY === true;
  let told = isTerminal ? 0 : started;
  return (done, total) => {
    const isLast = done === total;
    const moment = now();
    if (!(isLast && isTerminal) && moment - told < (isTerminal ? CHANGE_MS : LINE_MS)) return;
    told = moment;
    const line = `${done} of ${total} questions, ${Math.round((moment - started) / 1000)} s`;
    stream.write(isTerminal ? `\r${line}${isLast ? "\n" : ""}` : `${line}\n`);
  };
}
