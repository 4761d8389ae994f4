import { asyncapi } from "@parley/contract/api-documents/asyncapi";
import { openapi } from "@parley/contract/api-documents/openapi";
import { createConfig, lintFromString } from "@redocly/openapi-core";
import { type RulesetDefinition, Spectral } from "@stoplight/spectral-core";
import { asyncapi as asyncapiRules, oas } from "@stoplight/spectral-rulesets";
import { describe, expect, it } from "vitest";

/** What Spectral says of a document by rules, hints too. */
async function spectral(rules: RulesetDefinition, document: Record<string, unknown>): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset(rules);
  const results = await linter.run(structuredClone(document));
  return results.map(({ code, message, path }) => `${code}: ${message} at ${path.join("/")}`);
}

describe("the OpenAPI document", () => {
  it("is without fault for Redocly's recommended rules", async () => {
    const config = await createConfig({ extends: ["recommended"] });
    const problems = await lintFromString({ source: JSON.stringify(openapi()), absoluteRef: "/openapi.json", config });
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} at ${location[0]?.pointer}`)).toEqual(
      [],
    );
  });

  it("is without fault for Spectral's spectral:oas", async () => {
    expect(await spectral({ extends: [[oas as RulesetDefinition, "recommended"]] }, openapi())).toEqual([]);
  });
});

describe("the AsyncAPI document", () => {
  it("is without fault for Spectral's spectral:asyncapi", async () => {
    expect(
      await spectral(
        {
          extends: [[asyncapiRules as RulesetDefinition, "recommended"]],
          // Modelina reads 3.0 and nothing later; the document cannot know a deployment's address.
          rules: { "asyncapi-latest-version": "off", "asyncapi-info-contact-properties": "off" },
        },
        asyncapi(),
      ),
    ).toEqual([]);
  });
});
