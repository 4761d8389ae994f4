import { failuresOf, statusesOf } from "@parley/contract/api-documents/failures";
import type { ErrorCode } from "@parley/contract/errors";
import { routes } from "@parley/contract/routes";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { drivesOf } from "./documented/drives.ts";
import { isCode } from "./documented/is-code.ts";
import { kitOf } from "./documented/kit.ts";
import { type Properties, type Stage, startStage } from "./documented/stage.ts";
import { nameOf } from "../support/world/world.ts";

let stage: Stage;
/** Absent if something was removed, or is not there yet. */
let properties: Properties | undefined;

beforeAll(async () => {
  stage = await startStage();
});
afterAll(() => stage.stop());

/** What was compared with the document: hundreds of answers, several of them streams. */
afterAll(() => {
  expect(stage.prism.seen.requests).toBeGreaterThan(500);
  expect(stage.prism.seen.streams).toBeGreaterThan(5);
});

/** Queries in which nothing can be wrong: every field is optional text. */
const takesAnything = new Set(["visualization.rows", "turn.events"]);

describe("every documented answer is given, and no other", () => {
  beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
  afterEach(() => vi.restoreAllMocks());

  it.each(routes.map((operation) => [nameOf(operation), operation] as const))(
    "%s",
    async (_name, operation) => {
      const kit = kitOf(stage, (properties ??= await stage.furnished()), operation);
      // Whatever an operation removes, the next one finds again.
      if (operation.id.endsWith("remove")) properties = undefined;
      const seen = new Set<number>();
      const codes = new Set<ErrorCode>();
      for (const { code, send } of drivesOf(kit)) {
        const answer = await send();
        seen.add(answer.status);
        const shown = `${answer.status} ${answer.text.slice(0, 300)}`;
        if (answer.status >= 400) {
          const said: ErrorCode = code ?? answer.body.code;
          expect(failuresOf(operation), shown).toContain(said);
          expect(isCode(answer, said), `${said}: ${shown}`).toBe(true);
          codes.add(said);
        }
        expect(statusesOf(operation), shown).toContain(answer.status);
      }
      if (takesAnything.has(operation.id)) codes.add("VALIDATION_FAILED");
      expect(failuresOf(operation).filter((code) => !codes.has(code))).toEqual([]);
      expect(seen.has(operation.status)).toBe(true);
    },
    60_000,
  );
});
