/** Pulumi marks values of a special kind (secrets, assets) with a property of this name. */
const signature = "4dabf18193072939515e22adb298388d";

export const region = "eu-west-1";
export const account = "123456789012";

type Fields = Record<string, unknown>;

/** The value without the wrapping that Pulumi puts around secrets. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  if (signature in value && "value" in value) return plain(value.value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, plain(inner)]));
}

const text = (value: unknown): string => (typeof value === "string" ? value : "");
const fieldsOf = (value: unknown): Fields => (typeof value === "object" && value !== null ? { ...value } : {});

function arnOf(service: string, name: string, id: string): string {
  switch (service) {
    case "lambda":
      return `arn:aws:lambda:${region}:${account}:function:${name}`;
    case "dynamodb":
      return `arn:aws:dynamodb:${region}:${account}:table/${name}`;
    case "s3":
      return `arn:aws:s3:::${name}`;
    case "iam":
      return `arn:aws:iam::${account}:role/${name}`;
    case "cloudfront":
      return `arn:aws:cloudfront::${account}:${id}`;
    case "cloudwatch":
      return `arn:aws:logs:${region}:${account}:log-group:${name}`;
    default:
      return `arn:aws:${service}:${region}:${account}:${name}`;
  }
}

/** Outputs that AWS would make up, where the program goes on to use them. They have the forms of real ones: code parses them. */
function outputsOf(type: string, id: string, arn: string, inputs: Fields): Fields {
  switch (type) {
    case "aws:apigatewayv2/api:Api":
      return {
        apiEndpoint: `${inputs["protocolType"] === "WEBSOCKET" ? "wss" : "https"}://${id}.execute-api.${region}.amazonaws.com`,
        executionArn: `arn:aws:execute-api:${region}:${account}:${id}`,
      };
    case "aws:apigateway/restApi:RestApi":
      return { executionArn: `arn:aws:execute-api:${region}:${account}:${id}`, rootResourceId: "root" };
    case "aws:s3/bucket:Bucket": {
      const bucket = text(inputs["bucket"]) || id;
      return { bucket, bucketRegionalDomainName: `${bucket}.s3.${region}.amazonaws.com` };
    }
    case "aws:lambda/function:Function":
      return {
        invokeArn: `arn:aws:apigateway:${region}:lambda:path/2015-03-31/functions/${arn}/invocations`,
        qualifiedArn: `${arn}:1`,
        version: "1",
      };
    case "aws:sqs/queue:Queue":
      return { url: `https://sqs.${region}.amazonaws.com/${account}/${text(inputs["name"])}` };
    case "aws:cloudfront/distribution:Distribution":
      return { domainName: "d111111abcdef8.cloudfront.net", hostedZoneId: "Z2FDTNDATAQYW2", etag: "E1" };
    case "aws:apigateway/account:Account":
      return { cloudwatchRoleArn: `arn:aws:iam::${account}:role/existing` };
    case "aws:acm/certificate:Certificate":
      return {
        domainValidationOptions: [
          {
            domainName: inputs["domainName"],
            resourceRecordName: `_v.${text(inputs["domainName"])}`,
            resourceRecordType: "CNAME",
            resourceRecordValue: "v.acm-validations.aws",
          },
        ],
      };
    case "pulumi-nodejs:dynamic:Resource":
      return { zoneId: "Z1", isDone: true };
    case "random:index/randomBytes:RandomBytes":
      return { base64: Buffer.alloc(32, 7).toString("base64") };
    case "random:index/randomPassword:RandomPassword":
      return { result: "o".repeat(Number(inputs["length"])) };
    default:
      return {};
  }
}

export interface Resource {
  type: string;
  name: string;
  inputs: Fields;
}

interface NewResource {
  type: string;
  name: string;
  inputs: Fields;
  id?: string;
}

interface Statement extends Fields {
  actions?: string[];
  resources?: string[];
}

function policyDocument(inputs: Fields): Fields {
  const statements = (plain(inputs["statements"]) ?? []) as Statement[]; // what the program gave, in the provider's form
  const Statement = statements.map(({ effect, actions, resources, principals, conditions }) => ({
    Effect: effect ?? "Allow",
    Action: actions,
    Resource: resources,
    Principal: principals,
    Condition: conditions,
  }));
  // The provider drops an empty list, and SST leaves the inline policy out then.
  return {
    ...inputs,
    statements: statements.length > 0 ? inputs["statements"] : undefined,
    json: JSON.stringify({ Version: "2012-10-17", Statement }),
  };
}

/** An engine for Pulumi that records what is registered and answers as AWS would. */
export function mocks() {
  const resources: Resource[] = [];
  return {
    resources,
    newResource(args: NewResource) {
      const inputs = fieldsOf(plain(args.inputs));
      const name = text(inputs["name"]) || text(inputs["bucket"]) || args.name;
      const service = args.type.split(":")[1]?.split("/")[0] ?? "";
      const id =
        args.id || (/(api:Api|restApi:RestApi)$/.test(args.type) ? args.name.toLowerCase() : `${args.name}-id`);
      const arn = arnOf(service, name, id);
      resources.push({ type: args.type, name: args.name, inputs });
      return { id, state: { ...args.inputs, name, arn, ...outputsOf(args.type, id, arn, inputs) } };
    },
    call({ token, inputs }: { token: string; inputs: Fields }): Fields {
      switch (token) {
        case "aws:index/getRegion:getRegion":
          return { region, name: region, id: region };
        case "aws:index/getPartition:getPartition":
          return { partition: "aws", dnsSuffix: "amazonaws.com" };
        case "aws:index/getCallerIdentity:getCallerIdentity":
          return { accountId: account };
        case "aws:iam/getPolicyDocument:getPolicyDocument":
          return policyDocument(inputs);
        default:
          return inputs;
      }
    },
  };
}
