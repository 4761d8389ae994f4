import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { ROLE } from "@parley/analyst/prompt";
import { PROMPT_VERSION } from "@parley/analyst/prompt-version";
import { ask } from "@parley/analyst/tools/ask";
import { describeTables } from "@parley/analyst/tools/describe-tables";
import { makeChart } from "@parley/analyst/tools/make-chart";
import { queryUpload } from "@parley/analyst/tools/query-upload";
import { readUpload } from "@parley/analyst/tools/read-upload";
import { runSavedQueryTool } from "@parley/analyst/tools/run-saved-query";
import { runSql } from "@parley/analyst/tools/run-sql";
import { searchDocuments } from "@parley/analyst/tools/search-documents";

/**
 * The hash of each version's words. Who changes the role or a tool's name, description or arguments adds a version
 * here and raises `PROMPT_VERSION`; an entry is never changed, for receipts name it.
 */
const VERSIONS: Readonly<Record<string, string>> = {
  "1": "82eb5a6abcec0aef6707c0ae7b16f7ee32d7f5ebddce616b46f607483c080a07",
  "2": "765d55f67a9df91209de652460e7c906005e88cc310fac9be55d11e68e5af410",
  "3": "40a4e3e329a4bf4ce766cd10aeef293cadb02c64e41edca420c0bbf6543175a3",
  "4": "47fe32b2e1094d49add3a42394addd0dd1a28e8a1ee0839046fccfb3732b921a",
  "5": "f491ea0e05dc6619dbe76eedef51959607a98018aa7b683e3f14bbc2118b4b77",
  "6": "f6f7c62b31d42281e0bcacb1351d8f7b2f9ad4bcea20d9a6e085f37c79d020a6",
  "7": "eb4186262f3e273ac041f279c87b2b3bd07737568cc31f6585790cc02ed0780a",
};

const tools = [describeTables, runSql, runSavedQueryTool, queryUpload, makeChart, searchDocuments, readUpload, ask];

const hash = (words: unknown) => createHash("sha256").update(JSON.stringify(words)).digest("hex");

describe("the prompt's version", () => {
  test("changes with the words of the role and the tools", () => {
    const words = [ROLE, ...tools.map(({ name, description, input }) => [name, description, input])];
    expect(hash(words)).toBe(VERSIONS[PROMPT_VERSION]);
  });

  test("is the newest, and no two versions have the same words", () => {
    expect(Object.keys(VERSIONS).at(-1)).toBe(PROMPT_VERSION);
    expect(new Set(Object.values(VERSIONS)).size).toBe(Object.keys(VERSIONS).length);
  });
});
