import { vectorsKey } from "@parley/core/project/document-files";
import { indexDocument } from "@parley/core/project/indexing";
import { readText } from "@parley/analyst/documents/library";
import { embedDocument, keepMeaning } from "@parley/analyst/documents/meaning/passages";
import { meaningOf } from "@parley/analyst/documents/meaning/question";
import { nearness, unit, unpacked } from "@parley/analyst/documents/meaning/vectors";
import { searchDocuments } from "@parley/analyst/documents/search";
import type { OrganizationContext, WithFiles } from "@parley/core/environment/context";
import { createMeter } from "@parley/core/ledger/meter";
import { statement } from "@parley/core/ledger/organization";
import * as Document from "@parley/core/project/document";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { never } from "../stored-files.ts";
import { toolsOf } from "../support.ts";
import { conceptsOf } from "./concepts.ts";
import { embeddingProviderNames, embeddingProviders, useMeaning } from "./scene.ts";

const scene = useMeaning();
const { withModel, newProject, add, index } = scene;

const handbook =
  "# Handbook\n\n## Goods\n\nGoods can be returned within 30 days.\n\n## Annual leave\n\nEverybody has 28 days of annual leave.\n\n## Devices\n\nA notebook is replaced after four years.\n";

const vectorsOf = (own: OrganizationContext & WithFiles, { project_id, id }: { project_id: string; id: string }) =>
  own.files.get(vectorsKey(own.actor.organization_id, project_id, id));

const Sent = v.looseObject({ input: v.array(v.string()) });

/** The places that a search finds with the deployment's embedding model, and what it used. */
async function find(own: OrganizationContext & WithFiles, projectIds: string[], query: string) {
  const meter = createMeter();
  const shelf = { files: own.files, organizationId: own.actor.organization_id };
  const tools = { ...toolsOf({ meter, clock: own.clock }), settings: own.settings, secrets: own.secrets };
  const meaning = await meaningOf(shelf, query, tools, never);
  const found = await searchDocuments(shelf, { projectIds, query, limit: 3, meaning }, never);
  return { places: found.map(({ citation }) => citation.place), isByMeaning: meaning !== undefined, meter };
}

describe.each(embeddingProviderNames)("%s", (name) => {
  const { batch } = embeddingProviders[name];

  test("is asked what passages mean when they are indexed, and finds what has none of a question's words", async () => {
    const { server, own } = await withModel(name);
    const project = await newProject();
    const document = await add(project, "handbook.md", handbook);
    expect(await index(own, document)).toMatchObject({ status: "ready", passages: 3 });
    expect(server.problems).toEqual([]);
    expect(server.requests).toHaveLength(Math.ceil(3 / batch));
    // A line, and for each passage a scale and a byte for each of eight dimensions.
    const kept = await vectorsOf(own, document);
    expect(kept?.length).toBe((kept?.indexOf(10) ?? 0) + 1 + 3 * (4 + 8));

    const { places, meter } = await find(own, [project], "How much vacation do I get?");
    expect(places[0]).toBe("Handbook › Annual leave");
    expect(server.problems).toEqual([]);
    expect(meter.spent.input_tokens).toBeGreaterThan(0);
    expect(meter.used).toMatchObject({ model_calls: 1, tokens: meter.spent.input_tokens });
    expect(meter.spent.cost_usd).toBeGreaterThan(0);
    expect(meter.spent.model_id).toBeNull();
    const words = await find(scene.ctx, [project], "How much vacation do I get?");
    expect(words).toMatchObject({ isByMeaning: false, places: [] });
  });

  test("is asked again when it is overloaded or throttled, or cut off", async () => {
    const { server, own } = await withModel(name, [
      { refuses: "throttled", headers: { "retry-after": "0" } },
      { refuses: "overloaded" },
      [{ cut: "reset" }],
      [],
    ]);
    const document = await add(await newProject(), "one.md", "Goods can be returned.");
    expect(await index(own, document)).toMatchObject({ status: "ready", passages: 1 });
    expect(server.requests).toHaveLength(4);
    expect(await vectorsOf(own, document)).toBeDefined();
  });

  test("that stays away leaves the document to a later attempt, and to its words", async () => {
    const { server, own } = await withModel(name, [{ refuses: "overloaded" }]);
    const project = await newProject();
    const document = await add(project, "one.md", "Goods can be returned.");
    expect(await index(own, document)).toMatchObject({ status: "indexing" });
    expect(server.requests).toHaveLength(4);
    expect(await vectorsOf(own, document)).toBeUndefined();
    expect(await find(own, [project], "returned goods")).toMatchObject({ places: ["beginning"], isByMeaning: false });
    const { own: back } = await withModel(name);
    expect(await index(back, document)).toMatchObject({ status: "ready", passages: 1 });
    expect(await vectorsOf(own, document)).toBeDefined();
  });

  test.each([
    ["of different dimensions", (text: string) => (text.includes("notebook") ? [1, 2] : [1, 2, 3])],
    ["of none", () => []],
  ])("whose vectors are %s is not asked again, and nothing is kept of it", async (_, vectorOf) => {
    const { own } = await withModel(name, [[]], { vectorOf });
    const document = await add(await newProject(), "handbook.md", handbook);
    expect(await index(own, document)).toMatchObject({ status: "ready", passages: 3 });
    expect(await vectorsOf(own, document)).toBeUndefined();
  });
});

describe("Nova on Bedrock", () => {
  test("is told whether a text is a passage or a question, and the dimensions", async () => {
    const { server, own } = await withModel("Nova on Bedrock", [[]], {
      env: { EMBEDDING_DIMENSIONS: "256" },
      vectorOf: (text) => [...conceptsOf(text), ...Array.from({ length: 256 - conceptsOf(text).length }, () => 0)],
    });
    const project = await newProject();
    expect(await index(own, await add(project, "one.md", "Goods can be returned."))).toMatchObject({ passages: 1 });
    const { meter } = await find(own, [project], "sent back");
    const asked = server.requests.map(({ body }) => body["singleEmbeddingParams"]);
    expect(asked).toEqual([
      expect.objectContaining({ embeddingPurpose: "GENERIC_INDEX", embeddingDimension: 256 }),
      expect.objectContaining({ embeddingPurpose: "TEXT_RETRIEVAL", embeddingDimension: 256 }),
    ]);
    expect(server.problems).toEqual([]);
    // By the header, for the body has no count.
    expect(meter.spent.input_tokens).toBe(7);
  });
});

const name = "an OpenAI-compatible server";

describe("an embedding model", () => {
  test("that stays away for all attempts leaves the document ready, to be searched by its words", async () => {
    const { own } = await withModel(name, [{ refuses: "overloaded" }]);
    const document = await add(await newProject(), "one.md", "Goods can be returned.");
    for (let attempt = 1; attempt < 5; attempt++)
      expect(await index(own, document)).toMatchObject({ status: "indexing" });
    expect(await index(own, document)).toMatchObject({ status: "ready", passages: 1 });
  });

  test("that refuses what it is asked is not asked again", async () => {
    const { server, own } = await withModel(name, [{ refuses: "too-long" }]);
    const document = await add(await newProject(), "one.md", "Goods can be returned.");
    expect(await index(own, document)).toMatchObject({ status: "ready" });
    expect(server.requests).toHaveLength(1);
  });

  test("that is silent leaves a question to its words within seconds", async () => {
    const { own } = await withModel(name);
    const project = await newProject();
    await index(own, await add(project, "handbook.md", handbook));
    const silent = await withModel(name, [[{ hang: true }]]);
    const started = performance.now();
    const { places, isByMeaning } = await find(silent.own, [project], "annual leave");
    expect(performance.now() - started).toBeLessThan(4_000);
    expect({ places, isByMeaning }).toEqual({ places: ["Handbook › Annual leave"], isByMeaning: false });
    await silent.server.requests[0]?.closed;
    expect(silent.server.requests[0]?.aborted).toBe(true);
  });
});

describe("vectors", () => {
  test("of another model are never compared: words rank until the documents are embedded again", async () => {
    const before = await withModel(name);
    const project = await newProject();
    const document = await add(project, "handbook.md", handbook);
    await index(before.own, document);
    const now = await withModel(name, [[]], { env: { EMBEDDING_MODEL: "another" } });
    expect((await find(now.own, [project], "vacation")).places).toEqual([]);
    expect((await find(now.own, [project], "annual leave")).places[0]).toBe("Handbook › Annual leave");
    const passages = [
      { place: "Handbook › Annual leave", text: "Annual leave\n\nEverybody has 28 days of annual leave." },
    ];
    expect(await embedDocument(now.own, document, passages, never)).toBe("kept");
    expect(await embedDocument(now.own, document, passages, never)).toBe("as it was");
    // They are of another text than is kept: that is ranked by its words.
    expect((await find(now.own, [project], "vacation")).places).toEqual([]);
  });

  test("of other dimensions are another model's", async () => {
    const { server, own } = await withModel(name, [[]], { env: { EMBEDDING_DIMENSIONS: "8" } });
    const project = await newProject();
    await index(own, await add(project, "handbook.md", handbook));
    expect(server.requests[0]?.body).toMatchObject({ dimensions: 8, encoding_format: "float" });
    expect((await find(own, [project], "vacation")).places[0]).toBe("Handbook › Annual leave");
    const { own: other } = await withModel(name);
    expect((await find(other, [project], "vacation")).places).toEqual([]);
  });

  test("are read again by an environment that does not remember them", async () => {
    const { own } = await withModel(name);
    const project = await newProject();
    const document = await add(project, "handbook.md", handbook);
    await index(own, document);
    const copy = await newProject();
    const twin = await add(copy, "handbook.md", handbook);
    await index(scene.ctx, twin);
    const bytes = await vectorsOf(own, document);
    if (bytes)
      await own.files.put(vectorsKey(own.actor.organization_id, copy, twin.id), bytes, "application/octet-stream");
    expect((await find(own, [copy], "vacation")).places[0]).toBe("Handbook › Annual leave");
    const cut = await newProject();
    const third = await add(cut, "handbook.md", handbook);
    await index(scene.ctx, third);
    if (bytes)
      await own.files.put(
        vectorsKey(own.actor.organization_id, cut, third.id),
        bytes.slice(0, -1),
        "application/octet-stream",
      );
    expect((await find(own, [cut], "vacation")).places).toEqual([]);
  });

  test("go with their document, and another organization's are never read", async () => {
    const { own } = await withModel(name);
    const project = await newProject();
    const document = await add(project, "handbook.md", handbook);
    await index(own, document);
    const stranger = { ...own, actor: { organization_id: own.ids.next() } };
    expect((await find(stranger, [project], "vacation")).places).toEqual([]);
    await Document.remove(own, project, document.id);
    expect(await vectorsOf(own, document)).toBeUndefined();
  });

  test("of a document that is removed while it is embedded do not stay", async () => {
    const { own } = await withModel(name);
    const document = await add(await newProject(), "handbook.md", handbook);
    let kept: Uint8Array | undefined;
    await indexDocument(own, document, readText, async (...given) => {
      await Document.remove(own, document.project_id, document.id);
      const isDone = await keepMeaning(...given);
      kept = await vectorsOf(own, document);
      return isDone;
    });
    expect(kept).toBeDefined();
    expect(await vectorsOf(own, document)).toBeUndefined();
  });

  test("are counted in what the organization used of the day, in tokens and money", async () => {
    const { own } = await withModel(name);
    const fresh = { ...own, actor: { organization_id: own.ids.next() } };
    const passages = [
      { place: "a", text: "Goods" },
      { place: "b", text: "Parcel" },
    ];
    const document = { project_id: own.ids.next(), id: own.ids.next() };
    expect(await embedDocument(fresh, document, passages, never)).toBe("kept");
    const { limits } = await statement(fresh);
    expect(Object.values(limits).map(({ used }) => used)).toContain(14);
    // Of four requests the last one is refused: three were paid for.
    const { own: strict } = await withModel(name, (request) => (request.index < 3 ? [] : { refuses: "too-long" }));
    const other = { ...strict, actor: { organization_id: own.ids.next() } };
    const many = Array.from({ length: 100 }, (_, at) => ({ place: String(at), text: "goods" }));
    expect(await embedDocument(other, { ...document, id: own.ids.next() }, many, never)).toBe("refused");
    const used = Object.values((await statement(other)).limits).map((limit) => limit.used ?? 0);
    expect(used.some((amount) => amount >= 4 * 7 && amount < 100 * 7)).toBe(true);
  });

  test("are asked for in batches and kept in the order of their passages", async () => {
    const { server, own } = await withModel(name);
    const passages = Array.from({ length: 100 }, (_, at) => ({
      place: String(at),
      text: at === 77 ? "a parcel" : "goods",
    }));
    const document = { project_id: own.ids.next(), id: own.ids.next() };
    expect(await embedDocument(own, document, passages, never)).toBe("kept");
    expect(server.requests.map(({ body }) => v.parse(Sent, body).input.length).toSorted((a, b) => a - b)).toEqual([
      4, 32, 32, 32,
    ]);
    const kept = unpacked((await vectorsOf(own, document)) ?? new Uint8Array());
    const near = kept && nearness(kept, unit(conceptsOf("parcel")));
    expect(near && [...near].map((value) => value > 0.9)).toEqual(passages.map((_, at) => at === 77));
  });
});

describe("without an embedding model", () => {
  test("nobody is asked, and nothing is kept", async () => {
    const document = await add(await newProject(), "handbook.md", handbook);
    expect(await index(scene.ctx, document)).toMatchObject({ status: "ready", passages: 3 });
    expect(await vectorsOf(scene.ctx, document)).toBeUndefined();
  });
});
