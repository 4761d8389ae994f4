import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { signatureProblem } from "../support/model-servers/signature.ts";
import { AWS_KEY } from "./aws-here.ts";

/** An operation that was called, and with what. */
interface Call {
  operation: string;
  input: Record<string, unknown>;
}

type Fault = { type: string; message: string } | undefined;

/** A stand-in for a service of AWS, while it runs. */
export interface AwsServer {
  url: string;
  /** What was asked, the oldest first. */
  calls: Call[];
  /** What the next call of an operation fails with; nothing for as it is. */
  failNext(operation: string, fault: Fault): void;
  stop(): Promise<void>;
}

/** What an operation refuses with: the name of the service's exception, and its message. */
export class Refused extends Error {
  readonly type: string;
  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

/** What can be asked, by its name. */
export type Operations = Record<string, (input: Record<string, unknown>) => Promise<object>>;

interface Service {
  /** What signatures are for. */
  service: string;
  /** What stands before an operation's name in the header that says which is called. */
  target: string;
  operations: Operations;
}

/** Starts what takes signed calls in AWS's protocol of JSON (1.1), and answers them by `operations`. */
export async function startAwsServer({ service, target, operations }: Service): Promise<AwsServer> {
  const { id: accessKeyId, secret: secretAccessKey, region } = AWS_KEY;
  const signer = { accessKeyId, secretAccessKey, region, service };
  const calls: Call[] = [];
  const faults = new Map<string, Fault>();

  const answer = async (request: IncomingMessage): Promise<object> => {
    const body = await buffer(request);
    const { headers } = request;
    const operation = String(headers["x-amz-target"]).replace(`${target}.`, "");
    const problem = signatureProblem({ path: request.url ?? "", headers, bytes: body }, signer);
    if (problem !== undefined) throw new Refused("InvalidSignatureException", problem);
    const run = operations[operation];
    if (headers["content-type"] !== "application/x-amz-json-1.1" || !run)
      throw new Refused("UnknownOperationException", operation);
    const input = JSON.parse(body.toString()) as Record<string, unknown>;
    calls.push({ operation, input });
    const fault = faults.get(operation);
    faults.delete(operation);
    if (fault) throw new Refused(fault.type, fault.message);
    return run(input);
  };

  const server = createServer((request, response) => {
    response.setHeader("content-type", "application/x-amz-json-1.1");
    answer(request).then(
      (made) => response.end(JSON.stringify(made)),
      (error: unknown) => {
        const [type, message] =
          error instanceof Refused ? [error.type, error.message] : ["InternalServerException", ""];
        response.statusCode = type === "InternalServerException" ? 500 : 400;
        response.end(JSON.stringify({ __type: type, Message: message }));
      },
    );
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    failNext: (operation, fault) => void faults.set(operation, fault),
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
}
