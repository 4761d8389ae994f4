import { canKeep, forget, keep, kept } from "./browser-storage.ts";

/** Says that somebody has signed in here and not out again. It is no secret: the session itself is the cookie, which no page can read. */
const KNOWN_SESSION_KEY = "parley.session";

/** Whether to ask for the session of an earlier sign-in. Where nothing is kept, nobody knows. */
export const mayHaveSession = (): boolean => kept(KNOWN_SESSION_KEY) !== null || !canKeep();

export const sessionBegan = (): void => keep(KNOWN_SESSION_KEY, "begun");

export const sessionEnded = (): void => forget(KNOWN_SESSION_KEY);
