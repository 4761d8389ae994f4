/** A list's cursor: text that clients hand back as it is, which names the last one shown. */
export const cursorOf = (name: string): string => Buffer.from(name).toString("base64url");

/** What a cursor names. Clients send any text: the list judges whether it is a name of its own. */
export const namedBy = (cursor: string): string => Buffer.from(cursor, "base64url").toString();
