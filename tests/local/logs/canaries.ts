import { randomBytes } from "node:crypto";

/** Shorter texts would be found by chance. */
const SHORTEST = 12;

/**
 * What the base64 of any text around this one holds for sure, at each of the three places that its first byte can have in a
 * group; as base64 and as base64url.
 */
function base64Of(text: string): string[] {
  const bytes = Buffer.from(text, "utf8");
  return [0, 1, 2].flatMap((offset) => {
    const whole = Buffer.concat([Buffer.alloc(offset), bytes]);
    const inside = whole.subarray(offset === 0 ? 0 : 3, whole.length - (whole.length % 3));
    return [inside.toString("base64"), inside.toString("base64url")];
  });
}

/** The ways in which a text may stand in a line, in lower case where that changes nothing. */
const formsOf = (text: string): { plain: string[]; encoded: string[] } => ({
  plain: [text, encodeURIComponent(text), JSON.stringify(text).slice(1, -1), Buffer.from(text).toString("hex")].map(
    (form) => form.toLowerCase(),
  ),
  encoded: base64Of(text),
});

export type Canaries = ReturnType<typeof plantCanaries>;

/** Texts that are given to a service, or got from it, and must not be in what it logs. */
export function plantCanaries() {
  const planted = new Map<string, string>();
  const keep = (what: string, text: string): string => {
    if (text.length < SHORTEST) throw new Error(`${what} is too short to be looked for`);
    planted.set(text, what);
    return text;
  };
  return {
    /** A new word, which may be part of any text. */
    plant: (what: string): string => keep(what, `zq${what}${randomBytes(6).toString("hex")}`),
    /** Something that the service has made or was started with: a token, a key, a password. */
    keep,
    /** What is in a log, and the line that has it. */
    foundIn(log: string): string[] {
      const lower = log.toLowerCase();
      return [...planted].flatMap(([text, what]) => {
        const { plain, encoded } = formsOf(text);
        const at = [...plain.map((form) => lower.indexOf(form)), ...encoded.map((form) => log.indexOf(form))].find(
          (place) => place !== -1,
        );
        if (at === undefined) return [];
        const line = log.slice(log.lastIndexOf("\n", at) + 1, log.indexOf("\n", at));
        return [`${what}: ${line.slice(0, 600)}`];
      });
    },
    get size() {
      return planted.size;
    },
  };
}
