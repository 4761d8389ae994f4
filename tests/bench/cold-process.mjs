// One cold start, as Lambda's runtime would do it: load the bundle in the working directory, answer one event, say so.
// Plain JavaScript, so that nothing but the bundle is compiled: node cold-process.mjs '<event>'
import { registerHooks } from "node:module";
import { Writable } from "node:stream";
import { pathToFileURL } from "node:url";

// The table of AWS speaks HTTPS, for which the SDK never imports node:http; the bench's speaks HTTP. That import would
// load the runtime's own client too, which no function in AWS does.
const plainHttp = "data:text/javascript,export default process.getBuiltinModule('node:http')";
registerHooks({
  resolve: (name, context, next) =>
    name === "node:http" ? { url: plainHttp, shortCircuit: true } : next(name, context),
});

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
const loaded = process.cpuUsage();
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
const answered = process.cpuUsage();
const ms = ({ user, system }) => (user + system) / 1000;
// The parent's clock stops here; tearing down is not part of a cold start.
const said = { status, loaded: ms(loaded), answered: ms(answered), builtins: process.moduleLoadList };
process.stdout.write(`${JSON.stringify(said)}\n`, () => process.exit(0));
