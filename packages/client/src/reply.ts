import type { Answer } from "./http.ts";

/** What a call returns: its data once it is awaited, or its data and the response that it came in. */
export interface Reply<Data> extends Promise<Data> {
  withResponse(): Promise<Answer<Data>>;
}

/** A reply to a call that has been sent. Like that of `fetch`, its failure is somebody's to catch, but only once. */
export function replyOf<Data>(sent: Promise<Answer<Data>>): Reply<Data> {
  const promise = sent.then(({ data }) => data);
  return Object.assign(promise, {
    withResponse() {
      // Who asks for the response is told there.
      promise.catch(() => undefined);
      return sent;
    },
  });
}
