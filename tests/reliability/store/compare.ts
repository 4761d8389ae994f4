type Answers = Record<string, unknown>;

/** What says nothing of what was found or done. */
const BESIDE = ["UnprocessedKeys", "UnprocessedItems", "Count", "ScannedCount", "ConsumedCapacity"];

/** What a command came to, in a form that can be compared: the order of a batch's items is not promised. */
export async function outcomeOf(run: () => object | Promise<object>): Promise<unknown> {
  try {
    const { $metadata: _metadata, ...answer } = (await run()) as Answers;
    for (const name of BESIDE) delete answer[name];
    const [items] = Object.values((answer["Responses"] as Record<string, object[]> | undefined) ?? {});
    if (items) return { items: items.map((item) => JSON.stringify(item, sorted)).toSorted() };
    return JSON.parse(JSON.stringify(answer, sorted));
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const { Item: item, CancellationReasons: reasons } = error as { Item?: unknown; CancellationReasons?: object[] };
    return JSON.parse(
      JSON.stringify(
        {
          error: error.name === "Error" ? "ValidationException" : error.name,
          item,
          reasons: reasons?.map((reason) => ({ ...reason, Message: undefined })),
        },
        sorted,
      ),
    );
  }
}

function sorted(_name: string, value: unknown): unknown {
  // As a Buffer tells itself in JSON.
  if (value instanceof Uint8Array) return { data: [...value], type: "Buffer" };
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1)))
    : value;
}
