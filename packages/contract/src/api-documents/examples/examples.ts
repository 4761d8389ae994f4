import { conversationExamples } from "./conversation.ts";
import { qualityExamples } from "./quality.ts";
import { resourceExamples } from "./resources.ts";
import { sourceExamples } from "./sources.ts";

/** Examples of schemas, by component. */
export const componentExamples: Readonly<Record<string, readonly unknown[]>> = {
  ...conversationExamples,
  ...resourceExamples,
  ...sourceExamples,
  ...qualityExamples,
};

/** The examples of a component; none where it has none of its own. */
export const examplesOf = (component: string): readonly unknown[] => componentExamples[component] ?? [];
