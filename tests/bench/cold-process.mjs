// One cold start, as Lambda's runtime would do it: load the bundle in the working directory, answer one event, say so.
// Plain JavaScript, so that nothing but the bundle is compiled: node cold-process.mjs '<event>'
import { pathToFileURL } from "node:url";
import { Writable } from "node:stream";

const streaming = Symbol.for("aws.lambda.runtime.handler.streaming");
globalThis.awslambda = {
  streamifyResponse: (handler) => Object.assign(handler, { [streaming]: "response" }),
  HttpResponseStream: {
    from: (stream, head) => {
      stream.head = head;
      return stream;
    },
  },
};

const { handler } = await import(pathToFileURL(`${process.cwd()}/bundle.mjs`).href);
const event = JSON.parse(process.argv[2]);
let status = "";
if (handler[streaming]) {
  const stream = new Writable({ write: (_chunk, _encoding, done) => done() });
  await handler(event, stream, {});
  status = stream.head?.statusCode ?? "";
} else {
  const result = await handler(event, {});
  status = result?.statusCode ?? "";
}
// The parent's clock stops here; tearing down is not part of a cold start.
process.stdout.write(`done ${status}\n`, () => process.exit(0));
