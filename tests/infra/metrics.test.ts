import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { metric } from "../../packages/core/src/observe/metrics.ts";

let lines: string[];

beforeEach(() => {
  lines = [];
  vi.stubEnv("METRICS", "1");
  vi.stubEnv("PARLEY_STAGE", "acme");
  vi.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe("a metric", () => {
  it("is one line of JSON in the embedded metric format, for the stage and for its dimensions", () => {
    metric("InputTokens", 120, { organization_id: "o", model: "m" });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(lines[0] ?? "")).toEqual({
      _aws: {
        Timestamp: expect.any(Number),
        CloudWatchMetrics: [
          {
            Namespace: "Parley",
            Dimensions: [["stage"], ["stage", "organization_id", "model"]],
            Metrics: [{ Name: "InputTokens", Unit: "Count" }],
          },
        ],
      },
      stage: "acme",
      organization_id: "o",
      model: "m",
      InputTokens: 120,
    });
  });

  it("is not written if it is not collected, nor for what is not a number", () => {
    metric("TurnDuration", Number.NaN);
    vi.stubEnv("METRICS", "");
    metric("TurnDuration", 12);
    expect(lines).toEqual([]);
  });
});
