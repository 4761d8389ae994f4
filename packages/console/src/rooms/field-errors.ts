import { ApiError } from "@parley/client";
import { useState } from "preact/hooks";

/** Where a refusal belongs, and its words. */
export interface Refusal<Field extends string> {
  field: Field;
  words: string;
}

/** What a form says at its fields. */
export interface FieldErrors<Field extends string> {
  errors: Partial<Record<Field, string>>;
  /** Tries something: what its fields are to blame for is said at them, and false returned; other failures are thrown. */
  attempt: (task: () => PromiseLike<unknown>) => Promise<boolean>;
}

/** Refusals at their fields: those that the form knows by code, and those of a request whose fields are not valid (422). */
export function useFieldErrors<Field extends string>(
  known: Readonly<Record<string, Refusal<Field>>>,
  fields: readonly Field[],
): FieldErrors<Field> {
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({});
  const blamed = (error: unknown): Partial<Record<Field, string>> => {
    if (!(error instanceof ApiError)) return {};
    const refusal = Object.hasOwn(known, error.code) ? known[error.code] : undefined;
    const found: Partial<Record<Field, string>> = {};
    if (refusal) found[refusal.field] = refusal.words;
    for (const { loc, msg } of error.fields) {
      const field = fields.find((each) => loc.includes(each));
      if (field) found[field] = msg;
    }
    return found;
  };
  return {
    errors,
    async attempt(task) {
      setErrors({});
      try {
        await task();
        return true;
      } catch (error) {
        const found = blamed(error);
        if (Object.keys(found).length === 0) throw error;
        setErrors(found);
        return false;
      }
    },
  };
}
