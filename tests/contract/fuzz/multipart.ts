import * as check from "fast-check";
import { canary } from "./values.ts";

/** Multipart bodies with a part of this name that are good, or nearly, and their content type. */
export const multipart = (name: string) =>
  check
    .record({
      name: check.oneof(
        { weight: 5, arbitrary: check.constant(name) },
        { weight: 1, arbitrary: check.constantFrom("", "other", "__proto__") },
      ),
      filename: check.constantFrom(
        '; filename="sales.csv"',
        '; filename="sales.csv"',
        '; filename="clip.m4a"',
        '; filename="clip.m4a"',
        '; filename=""',
        "",
        '; filename="../../x.csv"',
        `; filename="${canary}.png"`,
      ),
      type: check.constantFrom(
        "text/csv",
        "text/csv",
        "audio/mp4",
        "audio/mp4",
        "audio/wav",
        "image/png",
        "",
        "x",
        'text/plain; charset="',
        "application/pdf",
      ),
      bytes: check.oneof(
        { weight: 1, arbitrary: check.uint8Array({ maxLength: 100 }) },
        {
          weight: 3,
          arbitrary: check.constantFrom<Uint8Array>(
            Buffer.from("a,b\n1,2\n"),
            Buffer.from("\0\0\0\x18ftypM4A 0000000000000000"),
            new Uint8Array(),
            Buffer.from("\0\0\0\xffftyp"),
          ),
        },
      ),
      count: check.constantFrom(0, 1, 1, 1, 2, 7),
      end: check.constantFrom("\r\n--x--\r\n", "\r\n--x--\r\n", "\r\n--x--\r\n", "\r\n--x--", "", "\r\n--x\r\n"),
    })
    .map(({ name: part, filename, type, bytes, count, end }) => {
      const head = `--x\r\nContent-Disposition: form-data; name="${part}"${filename}\r\n${type && `Content-Type: ${type}\r\n`}\r\n`;
      const parts = Array.from({ length: count }, (_, at) =>
        Buffer.concat([Buffer.from((at > 0 ? "\r\n" : "") + head), bytes]),
      );
      return { body: Buffer.concat([...parts, Buffer.from(end)]), contentType: "multipart/form-data; boundary=x" };
    });
