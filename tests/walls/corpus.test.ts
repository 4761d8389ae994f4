import { openUploads, type UploadLibrary } from "@parley/analyst/uploads/library";
import type { ReaderWalls } from "@parley/analyst/file-reader/reader";
import { afterAll, describe, expect, test } from "vitest";
import { never } from "../analyst/stored-files.ts";
import { uploadOf } from "../analyst/support.ts";
import { type Bomb, KB } from "./bombs/bomb.ts";
import { delimited } from "./bombs/delimited.ts";
import { jsons } from "./bombs/json.ts";
import { pdfs } from "./bombs/pdfs.ts";
import { markdowns, texts } from "./bombs/texts.ts";
import { workbooks } from "./bombs/workbooks.ts";

/**
 * What a class of bombs may take: at most `bytes` of file, and reading it at most so many seconds of a processor and so
 * much memory. The budgets are the reader's walls, so they hold on a busy machine as well. `endsAtWall`: nothing of the
 * parser is ours, so its bombs may also be ended by the walls; all others are refused or read before them.
 */
interface Class {
  bombs: readonly Bomb[];
  bytes: number;
  cpu_seconds: number;
  memory_mb: number;
  endsAtWall?: boolean;
}
const classes: Record<string, Class> = {
  "CSV and TSV": { bombs: delimited, bytes: 1100 * KB, cpu_seconds: 3, memory_mb: 450 },
  JSON: { bombs: jsons, bytes: 3000 * KB, cpu_seconds: 3, memory_mb: 450 },
  workbooks: { bombs: workbooks, bytes: 5000 * KB, cpu_seconds: 5, memory_mb: 700 },
  Markdown: { bombs: markdowns, bytes: 250 * KB, cpu_seconds: 3, memory_mb: 350 },
  texts: { bombs: texts, bytes: 5100 * KB, cpu_seconds: 3, memory_mb: 350 },
  PDF: { bombs: pdfs, bytes: 2500 * KB, cpu_seconds: 1.5, memory_mb: 350, endsAtWall: true },
};

const wallsOf = ({ cpu_seconds, memory_mb }: Class): ReaderWalls => ({
  heap_mb: Math.round(memory_mb * 0.7),
  memory_mb,
  cpu_seconds,
  file_seconds: 100,
  all_seconds: 100,
});
/** What is said about a file whose reader was ended, rather than one that was refused. */
const ended = /takes more memory|takes longer|broke down|failed|time left/;

test("the corpus has at least sixty bombs, all small", () => {
  const all = Object.values(classes);
  expect(all.reduce((sum, { bombs }) => sum + bombs.length, 0)).toBeGreaterThanOrEqual(60);
  for (const { bombs, bytes } of all) {
    for (const bomb of bombs) expect(bomb.bytes().length, bomb.name).toBeLessThanOrEqual(bytes);
  }
});

/** The bombs that are read are the files of one message, and so share a reader; the others each end theirs. */
function shared(limits: Class) {
  const harmless = limits.bombs.filter((bomb) => bomb.reason === undefined);
  const nameOf = (bomb: Bomb) => `${harmless.indexOf(bomb)}-${bomb.filename}`;
  const walls = wallsOf(limits);
  let library: Promise<UploadLibrary> | undefined;
  const open = () => {
    const uploads = harmless.map((bomb) => uploadOf(nameOf(bomb), "any", bomb.bytes()));
    return openUploads("o1", uploads, never, { ...walls, all_seconds: walls.all_seconds * uploads.length });
  };
  return {
    async find(bomb: Bomb) {
      const read = await (library ??= open());
      const isOf = ({ filename }: { filename: string }) => filename === nameOf(bomb);
      return { found: [...read.tables, ...read.texts].filter(isOf), refused: read.unreadable.find(isOf) };
    },
    close: async () => (await library)?.close(),
  };
}

async function readAlone(bomb: Bomb, limits: Class) {
  const library = await openUploads("o1", [uploadOf(bomb.filename, "any", bomb.bytes())], never, wallsOf(limits));
  await library.close();
  return { found: [...library.tables, ...library.texts], refused: library.unreadable[0] };
}

describe.each(Object.entries(classes))("%s", (_, limits) => {
  const message = shared(limits);
  afterAll(() => message.close());

  test.concurrent.each(limits.bombs.map((bomb) => [bomb.name, bomb] as const))(
    "%s",
    async (_name, bomb) => {
      const { found, refused } = await (bomb.reason ? readAlone(bomb, limits) : message.find(bomb));
      if (refused === undefined) {
        expect(bomb.reason === undefined || limits.endsAtWall, "it is read").toBe(true);
        expect(found).not.toEqual([]);
        return;
      }
      if (limits.endsAtWall && ended.test(refused.reason)) return;
      expect(refused.reason).not.toMatch(ended);
      expect(refused.reason).toMatch(bomb.reason ?? /it is read/);
    },
    120_000,
  );
});
