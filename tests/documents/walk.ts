export type Json = Record<string, unknown>;

/** True if the value is a plain object, not a list. */
export const isJson = (value: unknown): value is Json =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Shows `look` every object within `root` with its place, a JSON pointer. */
export function walk(root: unknown, look: (value: Json, place: string) => void, place = ""): void {
  if (typeof root !== "object" || root === null) return;
  if (isJson(root)) look(root, place);
  for (const [key, inner] of Object.entries(root)) {
    walk(inner, look, `${place}/${key.replaceAll("~", "~0").replaceAll("/", "~1")}`);
  }
}
