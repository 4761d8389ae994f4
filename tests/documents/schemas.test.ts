import { asyncapi } from "@parley/contract/api-documents/asyncapi";
import { openapi } from "@parley/contract/api-documents/openapi";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it } from "vitest";
import { isJson, type Json, walk } from "./walk.ts";

const documents = [
  ["OpenAPI", openapi()],
  ["AsyncAPI", asyncapi()],
] as const;

/** The places of a document for which `isWrong` holds. */
function wrongPlaces(root: Json, isWrong: (value: Json, place: string) => boolean): string[] {
  const places: string[] = [];
  walk(root, (value, place) => {
    if (isWrong(value, place)) places.push(place);
  });
  return places;
}

const isDescribed = ({ description, summary }: Json): boolean =>
  typeof (description ?? summary) === "string" && (description ?? summary) !== "";

/** Examples hold objects that are not schemas. */
const isExample = (place: string) => /\/(example|examples|x-wire-example)(\/|$)/.test(place);

/** Fields of schemas: what is directly under `properties`. */
const isField = (place: string) => /\/properties\/[^/]+$/.test(place) && !isExample(place);

describe.each(documents)("%s's schemas", (_name, document) => {
  it("say what each field is", () => {
    let fields = 0;
    const silent = wrongPlaces(document, (value, place) => {
      if (!isField(place)) return false;
      fields += 1;
      return !isDescribed(value);
    });
    expect(silent).toEqual([]);
    expect(fields).toBeGreaterThan(80);
  });

  it("have a name wherever they have fields", () => {
    const nameless = wrongPlaces(
      document,
      (value, place) =>
        isJson(value["properties"]) &&
        !isExample(place) &&
        !/^\/components\/schemas\/\w+$/.test(place) &&
        !place.startsWith("/channels/socket/bindings/"),
    );
    expect(nameless).toEqual([]);
  });

  it("have defaults, enums and bounds of their own type", () => {
    const wrong = wrongPlaces(document, (value, place) => {
      if (isExample(place) || typeof value["type"] !== "string") return false;
      const isNumber = value["type"] === "integer" || value["type"] === "number";
      const bounds = ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "maxProperties"];
      return (
        (value["default"] !== undefined && (typeof value["default"] === "number") !== isNumber) ||
        bounds.some((bound) => value[bound] !== undefined && typeof value[bound] !== "number")
      );
    });
    expect(wrong).toEqual([]);
  });

  it("are all used", () => {
    const text = JSON.stringify(document);
    const { schemas } = document["components"] as { schemas: Json }; // both documents have them
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    expect(unused).toEqual([]);
  });

  it("compile, and accept every example", () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    ajv.addSchema(document, "document");
    let examples = 0;
    const check = (place: string, shown: readonly unknown[]): void => {
      const pointer = place.split("/").map(encodeURIComponent).join("/");
      const validate = ajv.compile({ $ref: `document#${pointer}` });
      for (const example of shown) {
        examples += 1;
        expect(validate(example), `${place}: ${JSON.stringify(validate.errors)}`).toBe(true);
      }
    };
    walk(document, (value, place) => {
      if (isExample(place)) return;
      // A media type or a parameter, a message, and a schema have examples of three forms.
      if (isJson(value["schema"])) {
        const many = isJson(value["examples"]) ? Object.values(value["examples"]) : [];
        const shown = many.map((one) => (isJson(one) ? one["value"] : one));
        check(`${place}/schema`, value["example"] === undefined ? shown : [...shown, value["example"]]);
      } else if (isJson(value["payload"]) && Array.isArray(value["examples"])) {
        check(
          `${place}/payload`,
          value["examples"].map((one: Json) => one["payload"]),
        );
      } else if (Array.isArray(value["examples"])) check(place, value["examples"]);
    });
    expect(examples).toBeGreaterThan(40);
  });
});

describe("the OpenAPI document's parameters", () => {
  it("have their numbers' bounds and defaults", () => {
    const { paths } = openapi() as { paths: Record<string, Record<string, { parameters: Json[] }>> }; // made so
    const schemaOf = (path: string, name: string) =>
      paths[path]?.["get"]?.parameters.find((parameter) => parameter["name"] === name)?.["schema"];
    expect(schemaOf("/v1/chats", "limit")).toEqual({ type: "integer", minimum: 1, maximum: 200, default: 50 });
    expect(schemaOf("/v1/chats", "archived")).toEqual({ type: "boolean" });
    expect(schemaOf("/v1/chats", "search")).toEqual({ type: "string", maxLength: 200 });
    expect(schemaOf("/v1/queries", "limit")).toEqual({ type: "integer", minimum: 1, maximum: 200 });
    const turn = "/v1/agents/{agent_id}/chats/{chat_id}/turns/{turn_id}";
    expect(schemaOf(turn, "wait")).toEqual({ type: "number", minimum: 0, maximum: 20, default: 0 });
    expect(schemaOf(`${turn}/events`, "starting_after")).toEqual({ type: "integer", minimum: 0 });
  });
});
