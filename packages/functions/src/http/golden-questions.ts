import { goldenQuestionOperations } from "@parley/contract/golden-question";
import { endpoint } from "./endpoint.ts";

// Administrators alone ask for it: it would make everybody's start slower.
const golden = () => import("@parley/core/golden/golden");

export const goldenQuestions = [
  endpoint(goldenQuestionOperations.list, async ({ ctx, query }) => (await golden()).page(ctx, query)),
  endpoint(goldenQuestionOperations.create, async ({ ctx, body, member }) =>
    (await golden()).create(ctx, body, await member),
  ),
  endpoint(goldenQuestionOperations.update, async ({ ctx, params, body, member }) =>
    (await golden()).update(ctx, params.question_id, body, await member),
  ),
  endpoint(goldenQuestionOperations.remove, async ({ ctx, params }) => {
    await (await golden()).remove(ctx, params.question_id);
    return { message: "Golden question deleted successfully" };
  }),
];
