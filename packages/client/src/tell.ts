/**
 * Tells a listener of the caller's own. If it throws, nothing here fails: that is reported as what a listener of an event target
 * throws.
 */
export function tell<T>(listener: ((news: T) => void) | undefined, news: T): void {
  try {
    listener?.(news);
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
