/** Lets a few in at once, and fewer of each owner, so that one owner's files do not keep the others waiting. */
export interface Gate {
  /** Resolves with the function that lets the next one in, to be called once. Rejects with the signal's reason when it is aborted. */
  enter(owner: string, signal: AbortSignal): Promise<() => void>;
}

interface Waiting {
  owner: string;
  letIn: () => void;
}

export function createGate(most: number, mostOfOwner: number): Gate {
  const inside = new Map<string, number>();
  let count = 0;
  let waiting: Waiting[] = [];

  const hasRoom = (owner: string) => count < most && (inside.get(owner) ?? 0) < mostOfOwner;

  function take(owner: string): () => void {
    count += 1;
    inside.set(owner, (inside.get(owner) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      count -= 1;
      const others = (inside.get(owner) ?? 1) - 1;
      if (others === 0) inside.delete(owner);
      else inside.set(owner, others);
      const next = waiting.find((each) => hasRoom(each.owner));
      if (!next) return;
      waiting = waiting.filter((each) => each !== next);
      next.letIn();
    };
  }

  return {
    enter(owner, signal) {
      signal.throwIfAborted();
      if (hasRoom(owner)) return Promise.resolve(take(owner));
      return new Promise((resolve, reject) => {
        const abort = () => {
          waiting = waiting.filter((each) => each !== mine);
          reject(signal.reason);
        };
        const mine: Waiting = {
          owner,
          letIn() {
            signal.removeEventListener("abort", abort);
            resolve(take(owner));
          },
        };
        waiting.push(mine);
        signal.addEventListener("abort", abort, { once: true });
      });
    },
  };
}
