/** Takes the steps of a piece of work one after another. */
export function inOneGo<End>(work: Generator<void, End>): End {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Takes them, and lets `others` have their turn in between. */
export async function inSteps<End>(work: Generator<void, End>, others: () => Promise<void>): Promise<End> {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
    await others();
  }
}
