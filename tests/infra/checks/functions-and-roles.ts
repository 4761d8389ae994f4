import assert from "node:assert/strict";
import { functionsOf, ofType, secrets, text } from "../graph.ts";
import { linkNames, settingNames } from "../sources.ts";
import { type Check, sorted } from "./check.ts";

interface Trust {
  Principal: Record<string, unknown>;
  Condition?: Record<string, Record<string, unknown>>;
}

/** The functions: what they are, what they may do, what their settings are. */
export const functionAndRoleChecks = {
  "functions: arm64, Node 24, JSON logs in a group of their own that does not grow for ever": (graph) => {
    const groups = new Map(ofType(graph, "cloudwatch/logGroup:LogGroup").map((group) => [text(group, "name"), group]));
    for (const group of groups.values())
      assert.ok(Number(group.inputs["retentionInDays"]) > 0, `${group.name} forgets`);
    const seen = new Set<string>();
    for (const { id, resource, build } of functionsOf(graph)) {
      assert.deepEqual(resource.inputs["architectures"], ["arm64"], id);
      assert.equal(resource.inputs["runtime"], "nodejs24.x", id);
      const { logFormat, logGroup } = resource.inputs["loggingConfig"] as { logFormat: string; logGroup: string };
      assert.equal(logFormat, "JSON", id);
      assert.ok(groups.has(logGroup) && !seen.has(logGroup), `${id} has a log group of its own`);
      seen.add(logGroup);
      assert.equal(build.properties.minify, true, id);
      assert.equal(build.properties.splitting, true, id);
      assert.deepEqual(
        build.properties.esbuild?.external,
        ["@aws-sdk/credential-provider-sso", "@aws-sdk/nested-clients"],
        id,
      );
    }
  },

  "roles: one a function, for Lambda alone, nothing managed, no wildcard": (graph) => {
    const seen = new Set<string>();
    for (const { id, role, statements } of functionsOf(graph)) {
      assert.ok(!seen.has(role.name), `${id} has a role of its own`);
      seen.add(role.name);
      const trust = JSON.parse(text(role, "assumeRolePolicy")) as { Statement: { Principal: unknown }[] };
      assert.deepEqual(
        trust.Statement.map(({ Principal }) => Principal),
        [{ Service: "lambda.amazonaws.com" }],
        id,
      );
      assert.deepEqual(role.inputs["managedPolicyArns"], [], id);
      for (const { Action, Resource, Condition } of statements) {
        // A statement in Redshift has no ARN: what was started by this role is meant.
        if (JSON.stringify(Condition ?? "").includes("redshift-data:statement-owner-iam-userid")) continue;
        for (const action of Action) assert.match(action, /^[a-z0-9-]+:[A-Z]\w+$/, `${id}: ${action}`);
        for (const arn of Resource) assert.match(arn, /^arn:aws:[a-z0-9-]+:[^:]*:[^:]*:.*\w/, `${id}: ${arn}`);
      }
    }
  },

  "trust: each role is for one service of AWS, on behalf of this account": (graph) => {
    const allowed = new Set(["lambda.amazonaws.com", "scheduler.amazonaws.com", "apigateway.amazonaws.com"]);
    for (const role of ofType(graph, "iam/role:Role")) {
      const { Statement } = JSON.parse(text(role, "assumeRolePolicy")) as { Statement: Trust[] };
      for (const { Principal, Condition } of Statement) {
        assert.deepEqual(Object.keys(Principal), ["Service"], role.name);
        assert.ok(allowed.has(String(Principal["Service"])), role.name);
        const accounts = Object.values(Condition ?? {}).map((one) => one["aws:SourceAccount"]);
        // API Gateway's role is the account's own, and writes logs; SST makes it if there is none.
        if (Principal["Service"] === "apigateway.amazonaws.com") continue;
        assert.deepEqual(accounts, ["123456789012"], role.name);
      }
    }
  },

  "what is granted exists": (graph) => {
    const known = graph.resources
      .flatMap(({ inputs }) => [inputs["name"], inputs["bucket"]])
      .filter((name) => typeof name === "string");
    const apis = ["httpapiapi", "socketapiapi"];
    for (const { id, statements } of functionsOf(graph)) {
      for (const arn of statements.flatMap(({ Resource }) => Resource)) {
        // Models and warehouses are named by the stage's settings.
        if (
          /^(\*$|arn:aws:(athena|bedrock|glue|redshift|redshift-serverless|secretsmanager):|arn:aws:s3:::customer-)/.test(
            arn,
          )
        )
          continue;
        const resource = arn.split(":").slice(5).join(":");
        assert.ok(
          [...known, ...apis].some((name) => resource.includes(name)),
          `${id}: ${arn}`,
        );
      }
    }
  },

  "secrets are linked, never plain": (graph) => {
    const values = [...Object.values(secrets), "o".repeat(40)];
    const holders = graph.resources.filter(({ type, inputs }) => {
      const isReference = type === "sst:sst:LinkRef" || type === "sst:sst:Secret" || type.startsWith("random:");
      return !isReference && values.some((value) => JSON.stringify(inputs).includes(value));
    });
    assert.deepEqual(
      holders.map(({ name }) => name),
      ["EdgeKeys"],
    );
  },

  "links are the names that code reads": (graph) => {
    const linked = new Set(graph.builds.flatMap(({ links }) => Object.keys(links)));
    assert.deepEqual(sorted(linked), sorted(linkNames()));
    for (const { functionID, links } of graph.builds) {
      for (const [name, properties] of Object.entries(links)) {
        const property =
          { TurnQueue: "url", Table: "name", Files: "name", TurnWorker: "name", Sockets: "managementEndpoint" }[name] ??
          "value";
        assert.equal(typeof properties[property], "string", `${functionID}: ${name}.${property}`);
      }
    }
  },

  "settings are the names that code reads": (graph) => {
    const known = new Set([...settingNames(), "METRICS"]);
    const own = (name: string) => !name.startsWith("SST_");
    for (const { id, environment } of functionsOf(graph)) {
      for (const name of Object.keys(environment).filter(own)) assert.ok(known.has(name), `${id}: ${name} is not read`);
      assert.equal(environment["PARLEY_STAGE"], graph.app.stage);
      assert.match(environment["PUBLIC_URL"] ?? "", /^https:\/\//);
      assert.equal(environment["METRICS"], "1");
    }
  },
} satisfies Record<string, Check>;
