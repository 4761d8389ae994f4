import assert from "node:assert/strict";
import type { Check } from "./check.ts";

/** What resources are called. */
export const nameChecks = {
  "physical names are unique and say app and stage": (graph) => {
    const seen = new Map<string, string>();
    for (const { type, name, inputs } of graph.resources) {
      const physical = inputs["name"];
      if (!type.startsWith("aws:") || typeof physical !== "string" || /(stage:Stage|record:Record)$/.test(type))
        continue;
      if (type.includes("cloudwatch/logGroup")) assert.match(physical, new RegExp(`parley-${graph.app.stage}-`), name);
      const key = `${type} ${physical}`;
      assert.equal(seen.get(key), undefined, `${name} and ${seen.get(key) ?? ""} are both ${physical}`);
      seen.set(key, name);
    }
  },
} satisfies Record<string, Check>;
