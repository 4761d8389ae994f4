import type { Question } from "@parley/core/answer/answer";
import { describe, expect, test } from "vitest";
import { type Reply, startModelServer, textOf } from "../../support/model-server.ts";
import { ask, questionOf, toolsOf } from "../support.ts";
import { useMeaning } from "./scene.ts";

const scene = useMeaning();
const name = "an OpenAI-compatible server";

/** Asks about a handbook that was embedded, with a scripted language model or the built-in interpreter. */
async function asked(replies: readonly Reply[] | null, changes: Partial<Question> = {}) {
  const { server: embedder, own, settings } = await scene.withModel(name);
  const project = await scene.newProject();
  const handbook = "# Handbook\n\n## Annual leave\n\nEverybody has 28 days of annual leave.\n";
  await scene.index(own, await scene.add(project, "handbook.md", handbook));
  const indexed = embedder.requests.length;
  const model = await startModelServer(replies ?? []);
  const question = questionOf({
    organization: { id: own.actor.organization_id, name: "Acme" },
    message: "How much vacation do I get?",
    scope: [{ id: project, name: "Handbook", description: null }],
    ...changes,
  });
  const tools = {
    ...toolsOf({ ...(replies && { url: model.url }), files: own.files, env: settings }),
    secrets: own.secrets,
  };
  const { answer } = await ask(question, tools);
  await model.close();
  return { answer, model, sent: embedder.requests.slice(indexed), meter: tools.meter };
}

const search: Reply = [{ tool: "search_documents", args: { query: "vacation" } }];

describe("an answer with an embedding model", () => {
  test("cites a passage that has none of the search's words, and its tokens and money are the turn's", async () => {
    const { answer, model, sent, meter } = await asked([search, [{ text: "28 days [p1]." }]]);
    expect(textOf(model.requests[1]?.body.messages.at(-1))).toContain("28 days of annual leave");
    expect(answer.content).toBe("28 days [1].");
    expect(answer.metadata.citations).toMatchObject([{ place: "Handbook › Annual leave" }]);
    expect(answer.metadata.verification?.status).toBe("grounded");
    expect(sent.map(({ body }) => body["input"])).toEqual([["vacation"]]);
    // Two calls of the language model and seven tokens of the question's vector.
    expect(answer.metadata.usage.input_tokens).toBe(model.requests.length * 100 + 7);
    expect(meter.used.model_calls).toBe(3);
    expect(meter.spent.model_id).toBe("scripted");
  });

  test("sends nothing to it where the built-in interpreter answers, configured or chosen", async () => {
    const byDefault = await asked(null, { message: "How many days of annual leave does everybody have?" });
    expect(byDefault.answer.metadata.citations).toMatchObject([{ place: "Handbook › Annual leave" }]);
    expect(byDefault.sent).toEqual([]);
    const chosen = await asked([search], {
      model: "rules",
      message: "How many days of annual leave does everybody have?",
    });
    expect(chosen.sent).toEqual([]);
    expect(chosen.meter.used.tokens).toBe(0);
  });
});
