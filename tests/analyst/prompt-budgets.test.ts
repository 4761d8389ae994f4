import { describe, expect, test } from "vitest";
import { measureScene, promptScenes } from "../support/prompt-scenes.ts";

describe("the first call of a turn", () => {
  test.each(Object.entries(promptScenes))("with %s keeps its budget of tokens", async (_, scene) => {
    const { tokens, shared } = await measureScene(scene);
    expect(tokens).toBeLessThanOrEqual(scene.budget);
    // Also a budget that is much too large says nothing.
    expect(tokens).toBeGreaterThan(scene.budget * 0.75);
    expect(shared).toBeGreaterThanOrEqual(scene.shared ?? 0);
  });
});
