import type { Answer } from "@parley/core/answer/answer";
import type { LogicalForm } from "@parley/interpreter/form/logical-form";
import { NOT_READ, type Understood } from "./understood.ts";

/** What the interpreter's answer is, beside its text. */
export interface ScriptVerdict {
  type: Answer["type"];
  state: LogicalForm | null;
  follow_ups: string[];
  understood: Understood;
}

/** The verdict on an answer that later questions cannot go on from. */
export const FINAL: ScriptVerdict = { type: "final", state: null, follow_ups: [], understood: NOT_READ };
