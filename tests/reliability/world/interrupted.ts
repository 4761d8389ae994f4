import type { Base, WithFiles, WithQueue } from "@parley/core/environment/context";

type Environment = Base & WithFiles & WithQueue;

/** Why nothing more comes of a process. */
export class Died extends Error {}

/** What happens at a call that an environment makes: it dies before or after it, or something else goes first. */
export interface Interruption {
  /** Which of its calls: 1 is the first. */
  call: number;
  how: "dies before" | "dies after" | (() => Promise<void>);
}

/** `npm test` interrupts one of so many calls, other ones in each run; `npm run reliability` interrupts each. */
const STRIDE = 4;

/** At which of an environment's calls it is interrupted, to see what becomes of what it was doing. */
export function interruptedCalls(calls: number): number[] {
  const stride = process.env["RELIABILITY"] ? 1 : STRIDE;
  const first = 1 + Math.floor(Math.random() * Math.min(stride, calls));
  return Array.from({ length: Math.ceil((calls - first + 1) / stride) }, (_, at) => first + at * stride);
}

/**
 * An environment whose calls of the table, the bucket and the queue are counted, and one of which is interrupted. A process
 * that has died reaches nothing any more, whatever its code goes on to do.
 */
export function interrupted<E extends Environment>(environment: E, interruption?: Interruption) {
  let calls = 0;
  let isDead = false;
  const wrapped = <Service extends object>(service: Service): Service =>
    new Proxy(service, {
      get(target, name) {
        const method: unknown = Reflect.get(target, name);
        if (typeof method !== "function") return method;
        return async (...given: unknown[]) => {
          if (isDead) throw new Died();
          calls += 1;
          const isHere = calls === interruption?.call;
          if (isHere && interruption.how === "dies before") {
            isDead = true;
            throw new Died();
          }
          if (isHere && typeof interruption.how === "function") await interruption.how();
          const answer: unknown = await method.apply(target, given);
          if (isHere && interruption.how === "dies after") isDead = true;
          if (isDead) throw new Died();
          return answer;
        };
      },
    });
  return {
    environment: {
      ...environment,
      table: wrapped(environment.table),
      files: wrapped(environment.files),
      queue: wrapped(environment.queue),
    },
    calls: () => calls,
  };
}
