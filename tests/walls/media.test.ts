import { openUploads } from "@parley/analyst/uploads/library";
import { spooledClip } from "@parley/core/audio/clip";
import { expect, it } from "vitest";
import { never } from "../analyst/stored-files.ts";
import { uploadOf } from "../analyst/support.ts";

const hex = (text: string) => Buffer.from(text.replaceAll(" ", ""), "hex");
const chunk = (type: string, length: number, content = "") =>
  Buffer.concat([hex(length.toString(16).padStart(8, "0")), Buffer.from(type), hex(content)]);
const png = hex("89504e47 0d0a1a0a");
const nothing = Buffer.alloc(50_000);

// Of a picture and of a clip only the first bytes are compared: what the rest claims is not trusted.
it.each<[claim: string, filename: string, bytes: Uint8Array]>([
  [
    "two thousand million pixels a side",
    "a.png",
    Buffer.concat([png, chunk("IHDR", 13, "7fffffff7fffffff0802000000")]),
  ],
  ["a part of four thousand million bytes", "a.png", Buffer.concat([png, chunk("IHDR", 0xffffffff), nothing])],
  [
    "a thousand parts of nothing",
    "a.png",
    Buffer.concat([png, ...Array.from({ length: 1_000 }, () => chunk("zTXt", 0))]),
  ],
  ["a size of 65,535 a side", "a.jpg", Buffer.concat([hex("ffd8ffc0 0011 08 ffff ffff 03"), nothing])],
  ["parts of no length", "a.jpg", Buffer.concat([hex("ffd8"), hex("ffe10000".repeat(10_000))])],
  [
    "a canvas of 16 million a side",
    "a.webp",
    Buffer.concat([Buffer.from("RIFF"), hex("ffffffff"), Buffer.from("WEBPVP8X"), hex("ffffffff00000000ffffffffffff")]),
  ],
])("a picture that claims %s is handed on as it is", async (_, filename, bytes) => {
  const library = await openUploads("o1", [uploadOf(filename, "any", bytes)], never);
  expect(library.unreadable).toEqual([]);
  expect(library.pictures.map((picture) => picture.bytes.length)).toEqual([bytes.length]);
  await library.close();
});

it.each<[claim: string, bytes: Uint8Array, size: number | "refused"]>([
  ["a box of no length", Buffer.concat([chunk("ftyp", 0, "4d344120"), nothing]), 50_012],
  ["a box of four thousand million bytes", Buffer.concat([chunk("ftyp", 0xffffffff, "4d344120"), nothing]), 50_012],
  ["a box of 2^63 bytes", Buffer.concat([chunk("ftyp", 1, "7fffffffffffffff"), nothing]), 50_016],
  [
    "100,000 boxes in each other",
    Buffer.concat([chunk("ftyp", 8), ...Array.from({ length: 100_000 }, () => chunk("moov", 8))]),
    800_008,
  ],
  ["to be something else", Buffer.concat([chunk("moov", 8), nothing]), "refused"],
  ["to be a container in seven bytes", hex("00000018667479"), "refused"],
])("a clip that claims %s is looked at no further than its first bytes", async (_, bytes, size) => {
  async function* sent() {
    yield bytes;
  }
  const clip = spooledClip("audio/mp4", sent());
  if (size === "refused") return expect(clip).rejects.toThrow("Unsupported audio format");
  const kept = await clip;
  expect(kept.size).toBe(size);
  await kept.discard();
});
