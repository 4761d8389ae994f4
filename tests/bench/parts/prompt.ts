import { measureScene, promptScenes } from "../../support/prompt-scenes.ts";
import { atLeast, atMost, type Line, number } from "../load/report.ts";
import type { Part } from "./part.ts";

/** A6: how long a turn's first call to a model is, and how much of it is the same for another member. */
export const prompt: Part = {
  name: "prompt",
  title: "A6  A turn's first call to a model: tokens, about, and the part that another member's call begins with",
  async run() {
    const lines: Line[] = [];
    for (const [name, scene] of Object.entries(promptScenes)) {
      const { tokens, shared } = await measureScene(scene);
      lines.push(atMost(`${name}: tokens`, tokens, scene.budget, number));
      const percent = (value: number) => `${number(100 * value)} %`;
      const what = `${name}: shared`;
      lines.push(
        scene.shared === undefined ? { what, figure: percent(shared) } : atLeast(what, shared, scene.shared, percent),
      );
    }
    return lines;
  },
};
