import { ConnectionError } from "./errors.ts";

/** A part of the client that is loaded when it is needed. Throws `ConnectionError` if it cannot be had; browsers then do not try again. */
export const loaded = <Part>(part: Promise<Part>): Promise<Part> =>
  part.catch((cause: unknown) => {
    throw new ConnectionError("The client cannot be loaded", { cause });
  });
