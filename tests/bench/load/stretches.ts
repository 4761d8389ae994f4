/** What a piece of work takes from others on the same thread. */
export interface Stretches {
  /** CPU time (ms) of the longest stretch in which nothing else had its turn. */
  longest: number;
  /** How many stretches were longer than `LONG_MS`. */
  long: number;
  /** CPU time (ms) of all of the work on this thread. */
  cpu: number;
}

/** A turn may keep the others waiting this long (P15). */
export const LONG_MS = 20;

/** CPU time (ms) of this thread: that of other threads and other processes is not in it, however busy the machine is. */
function threadTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** Runs the work and looks at each turn of the event loop meanwhile. The looking itself takes a few microseconds a turn. */
export async function stretchesOf(work: () => Promise<unknown>): Promise<Stretches> {
  const seen: Stretches = { longest: 0, long: 0, cpu: 0 };
  const began = threadTime();
  let before = began;
  let isOver = false;
  const look = () => {
    const now = threadTime();
    seen.longest = Math.max(seen.longest, now - before);
    if (now - before > LONG_MS) seen.long += 1;
    before = now;
    if (!isOver) setImmediate(look);
  };
  setImmediate(look);
  await new Promise((resolve) => setImmediate(resolve));
  try {
    await work();
  } finally {
    isOver = true;
    look();
  }
  seen.cpu = threadTime() - began;
  return seen;
}
