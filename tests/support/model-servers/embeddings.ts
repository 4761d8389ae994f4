import * as v from "valibot";
import { failure, invalid, refusal } from "./openai-errors.ts";
import { type Signer, signatureProblem } from "./signature.ts";
import type { Wire, WireError, WireRequest } from "./wire.ts";

/** What a scripted embedding model makes of a text. */
export type VectorOf = (text: string) => readonly number[];

/** A JSON text in two pieces, between which the script may cut it or be silent. */
function inTwoPieces(bodyOf: (request: WireRequest) => unknown): Pick<Wire, "begin" | "step" | "finish"> {
  const halves = (request: WireRequest) => {
    const text = JSON.stringify(bodyOf(request));
    const half = Math.floor(text.length / 2);
    return [text.slice(0, half), text.slice(half)] as const;
  };
  return {
    begin: (request) => [halves(request)[0]],
    step: () => [],
    finish: (_steps, request) => [halves(request)[1]],
  };
}

const Texts = v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1), v.maxLength(2_048));
const CompatibleRequest = v.strictObject({
  model: v.string(),
  input: Texts,
  encoding_format: v.optional(v.picklist(["float", "base64"])),
  dimensions: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

/** `POST /v1/embeddings` as OpenAI has it, with the key `sk-embeddings`. */
export const compatibleEmbeddingWire = (vectorOf: VectorOf): Wire => ({
  contentType: "application/json",
  problem({ path, headers, body }) {
    if (path !== "/v1/embeddings") return failure(404, "invalid_request_error", null, "Invalid URL");
    if (headers["authorization"] !== "Bearer sk-embeddings")
      return failure(401, "invalid_request_error", "invalid_api_key", "Incorrect API key provided.");
    const parsed = v.safeParse(CompatibleRequest, body);
    return parsed.success ? undefined : invalid(`Invalid '${v.getDotPath(parsed.issues[0])}'`);
  },
  refusal,
  ...inTwoPieces((request) => {
    const { model, input } = v.parse(CompatibleRequest, request.body);
    const tokens = input.length * 7;
    return {
      object: "list",
      data: input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })),
      model,
      usage: { prompt_tokens: tokens, total_tokens: tokens },
    };
  }),
});

const TitanRequest = v.strictObject({
  inputText: v.pipe(v.string(), v.minLength(1)),
  dimensions: v.optional(v.picklist([256, 512, 1024])),
  normalize: v.optional(v.boolean()),
});
const CohereRequest = v.strictObject({
  texts: v.pipe(v.array(v.pipe(v.string(), v.minLength(1))), v.minLength(1), v.maxLength(96)),
  input_type: v.picklist(["search_document", "search_query", "classification", "clustering"]),
  truncate: v.optional(v.picklist(["NONE", "START", "END"])),
});

const NovaRequest = v.strictObject({
  schemaVersion: v.optional(v.literal("nova-multimodal-embed-v1")),
  taskType: v.literal("SINGLE_EMBEDDING"),
  singleEmbeddingParams: v.strictObject({
    embeddingPurpose: v.picklist([
      "GENERIC_INDEX",
      "GENERIC_RETRIEVAL",
      "TEXT_RETRIEVAL",
      "IMAGE_RETRIEVAL",
      "VIDEO_RETRIEVAL",
      "DOCUMENT_RETRIEVAL",
      "AUDIO_RETRIEVAL",
      "CLASSIFICATION",
      "CLUSTERING",
    ]),
    embeddingDimension: v.optional(v.picklist([256, 384, 1024, 3072])),
    text: v.strictObject({
      truncationMode: v.picklist(["START", "END", "NONE"]),
      value: v.pipe(v.string(), v.minLength(1), v.maxLength(50_000)),
    }),
  }),
});

function bedrockRequestOf(model: string) {
  if (model.includes("cohere.embed-")) return CohereRequest;
  return model.includes("amazon.nova-") ? NovaRequest : TitanRequest;
}

const bedrockFailure = (status: number, type: string, message: string): WireError => ({
  status,
  headers: { "x-amzn-errortype": type },
  body: { message },
});

/** InvokeModel of Amazon Bedrock with the embedding models of Titan, Nova and Cohere; takes requests that are signed by `signer`. */
export const bedrockEmbeddingWire = (signer: Signer, vectorOf: VectorOf): Wire => ({
  contentType: "application/json",
  // Nova's bodies have no count of tokens.
  replyHeaders: { "x-amzn-bedrock-input-token-count": "7" },
  problem(request) {
    const [, model] = /^\/model\/([^/]+)\/invoke$/.exec(request.path) ?? [];
    if (model === undefined) return bedrockFailure(404, "UnknownOperationException", "Unknown operation");
    const unsigned = signatureProblem(request, signer);
    if (unsigned !== undefined) return bedrockFailure(403, "InvalidSignatureException", unsigned);
    const parsed = v.safeParse(bedrockRequestOf(model), request.body);
    if (parsed.success) return undefined;
    return bedrockFailure(
      400,
      "ValidationException",
      "Malformed input request: please reformat your input and try again.",
    );
  },
  refusal(kind) {
    if (kind === "throttled") return bedrockFailure(429, "ThrottlingException", "Too many requests, please wait.");
    if (kind === "overloaded")
      return bedrockFailure(503, "ServiceUnavailableException", "Bedrock is unable to process your request.");
    return bedrockFailure(400, "ValidationException", "Too many input tokens.");
  },
  ...inTwoPieces((request) => {
    if ("inputText" in request.body) {
      const { inputText } = v.parse(TitanRequest, request.body);
      return { embedding: vectorOf(inputText), inputTextTokenCount: 7 };
    }
    if ("taskType" in request.body) {
      const { singleEmbeddingParams } = v.parse(NovaRequest, request.body);
      return { embeddings: [{ embeddingType: "TEXT", embedding: vectorOf(singleEmbeddingParams.text.value) }] };
    }
    const { texts } = v.parse(CohereRequest, request.body);
    const embeddings = texts.map((text) => vectorOf(text));
    return { id: "scripted", embeddings, response_type: "embeddings_floats", texts };
  }),
});
