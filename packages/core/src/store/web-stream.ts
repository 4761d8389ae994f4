import type { Readable } from "node:stream";

/**
 * A Node.js stream of bytes as a web stream that passes on each chunk as it came. `Readable.toWeb` copies every chunk, and
 * a Readable's own iterator joins what has gathered: both make as much garbage as there are bytes.
 */
export const webStream = (source: Readable): ReadableStream<Uint8Array<ArrayBuffer>> =>
  new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      start(controller) {
        let isOver = false;
        const over = (act: () => void) => {
          if (!isOver) act();
          isOver = true;
        };
        source.on("data", (chunk: Uint8Array<ArrayBuffer>) => {
          if (isOver) return;
          controller.enqueue(chunk);
          source.pause();
        });
        source.once("end", () => over(() => controller.close()));
        source.once("error", (error) => over(() => controller.error(error)));
        source.once("close", () => over(() => controller.error(new Error("the stream ended early"))));
        source.pause();
      },
      pull() {
        source.resume();
      },
      cancel() {
        source.destroy();
      },
    },
    { highWaterMark: 0 },
  );
