import { crc32 } from "node:zlib";

/** A header of type 7, a string, as Amazon's event streams have them. */
function header(name: string, value: string): Buffer {
  const text = Buffer.from(value);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(text.length);
  return Buffer.concat([Buffer.from([name.length]), Buffer.from(name), Buffer.from([7]), length, text]);
}

const number = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

/**
 * A frame of Amazon's event stream: lengths and their checksum, headers, payload, and a checksum of all that.
 * `headers` by name, such as `:event-type`.
 */
export function frame(headers: Record<string, string>, payload: unknown): Buffer {
  const names = Buffer.concat(Object.entries(headers).map(([name, value]) => header(name, value)));
  const body = Buffer.from(JSON.stringify(payload));
  const lengths = Buffer.concat([number(16 + names.length + body.length), number(names.length)]);
  const message = Buffer.concat([lengths, number(crc32(lengths)), names, body]);
  return Buffer.concat([message, number(crc32(message))]);
}
