/** Words that people type for those of the command line. */
const otherWords: Record<string, string> = {
  add: "create",
  new: "create",
  make: "create",
  delete: "remove",
  rm: "remove",
  ls: "list",
  get: "show",
  edit: "update",
  check: "test",
  org: "organization",
  orgs: "organization",
  tenant: "organization",
  user: "member",
  users: "member",
  database: "integration",
  db: "integration",
  datasource: "integration",
  key: "api-key",
  apikey: "api-key",
  question: "ask",
  log: "logs",
  health: "status",
};

/** Letters to add, leave out, change or swap with their neighbour until `a` is `b`. */
function distance(a: string, b: string): number {
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row++) {
    const current = [row];
    for (let column = 1; column <= b.length; column++) {
      const changed = a[row - 1] === b[column - 1] ? 0 : 1;
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + changed,
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, current];
  }
  return last[b.length] ?? 0;
}

/** The candidate that was most likely meant; undefined where none is near. */
export function nearest(typed: string, candidates: readonly string[]): string | undefined {
  const words = typed.toLowerCase().split(" ");
  const translated = words.map((word) => (Object.hasOwn(otherWords, word) ? otherWords[word] : word)).join(" ");
  const [best] = candidates
    .map((candidate) => ({
      candidate,
      away: Math.min(distance(typed.toLowerCase(), candidate), distance(translated, candidate)),
    }))
    .toSorted((a, b) => a.away - b.away);
  if (best && best.away <= Math.max(1, Math.floor(translated.length / 3))) return best.candidate;
  return typed.length >= 3 ? candidates.find((candidate) => candidate.startsWith(typed.toLowerCase())) : undefined;
}

/** ` Did you mean X?`, or nothing. */
export function didYouMean(typed: string, candidates: readonly string[], show = (word: string) => word): string {
  const found = nearest(typed, candidates);
  return found === undefined ? "" : ` Did you mean ${show(found)}?`;
}
