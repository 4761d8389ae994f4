/** Milliseconds between two looks. What is longer was spent without a turn on the processor. */
const LOOK_MS = 250;
/** Of this many times as much (ms) as `longest` nothing may take, whatever it does meanwhile. */
const MOST_TIMES = 10;

/**
 * Makes what counts the time (ms) that something has had to end: looks that come late count as one that is on time, so that a machine
 * with other work to do makes nobody hang. `look` is given the time and a number that grows with what has happened, and returns
 * whether nothing has happened for `longest` ms, or whether it goes on for ten times as much.
 */
export function hangCounter(longest: number, start: number) {
  let before = start;
  let known = 0;
  let quiet = 0;
  let whole = 0;
  return (now: number, progress: number): boolean => {
    const counted = Math.min(now - before, LOOK_MS);
    quiet = progress === known ? quiet + counted : 0;
    whole += counted;
    [before, known] = [now, progress];
    return quiet >= longest || whole >= longest * MOST_TIMES;
  };
}

/** Watches something until it hangs, by what it has done so far, or until `stop`. */
export function watchForHang(longest: number, progress: () => number) {
  const look = hangCounter(longest, performance.now());
  let timer: ReturnType<typeof setInterval> | undefined;
  const hangs = new Promise<void>((resolve) => {
    timer = setInterval(() => {
      if (look(performance.now(), progress())) resolve();
    }, LOOK_MS);
  });
  return { hangs, stop: () => clearInterval(timer) };
}
