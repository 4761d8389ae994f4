import { createServer, type IncomingMessage } from "node:http";

const bootstrap = {
  version: 99,
  asset: "sst-asset-offline",
  state: "sst-state-offline",
  assetEcrRegistryId: "123456789012",
  assetEcrUrl: "offline",
  appsyncHttp: "offline",
  appsyncRealtime: "offline",
};

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = "";
  for await (const chunk of request) body += String(chunk);
  return body;
}

/**
 * The two services that SST's command line calls before Pulumi: SSM, where it keeps the bootstrap and a passphrase,
 * and S3, where it finds no state yet. Returns the address.
 */
export async function startAws(): Promise<{ url: string; stop(): void }> {
  const parameters = new Map([["/sst/bootstrap", JSON.stringify(bootstrap)]]);
  const server = createServer((request, response) => {
    const answer = async (): Promise<void> => {
      const body = await bodyOf(request);
      const target = request.headers["x-amz-target"];
      response.setHeader("content-type", "application/x-amz-json-1.1");
      if (target === "AmazonSSM.GetParameter") {
        const { Name } = JSON.parse(body) as { Name: string };
        const Value = parameters.get(Name);
        response.statusCode = Value === undefined ? 400 : 200;
        response.end(
          JSON.stringify(
            Value === undefined
              ? { __type: "ParameterNotFound" }
              : { Parameter: { Name, Type: "String", Value, Version: 1 } },
          ),
        );
      } else if (target === "AmazonSSM.PutParameter") {
        const { Name, Value } = JSON.parse(body) as { Name: string; Value: string };
        parameters.set(Name, Value);
        response.end(JSON.stringify({ Version: 1 }));
      } else if (request.method === "GET") {
        response.statusCode = 404;
        response.setHeader("content-type", "application/xml");
        response.end("<?xml version='1.0'?><Error><Code>NoSuchKey</Code><Message>none</Message></Error>");
      } else {
        response.end();
      }
    };
    answer().catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no address");
  return { url: `http://127.0.0.1:${address.port}`, stop: () => server.close() };
}
