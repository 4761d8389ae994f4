import { createPool } from "@parley/datasource/pool/pool";
import type { Pooled } from "@parley/datasource/pool/idle";
import { describe, expect, test } from "vitest";

interface Wire extends Pooled {
  id: number;
  broken: boolean;
}

/** Connections that record their life; `fail` makes the next opening fail. */
function wires() {
  const opened: Wire[] = [];
  const ended: number[] = [];
  let failure: Error | undefined;
  return {
    opened,
    ended,
    fail: (error: Error) => {
      failure = error;
    },
    open: async (): Promise<Wire> => {
      const error = failure;
      failure = undefined;
      if (error) throw error;
      const wire: Wire = {
        id: opened.length + 1,
        broken: false,
        async end() {
          ended.push(wire.id);
        },
        destroy() {
          wire.broken = true;
        },
      };
      opened.push(wire);
      return wire;
    },
  };
}

const never = new AbortController().signal;
const prepare = async () => {};

describe("a pool of connections", () => {
  test("keeps a connection for the next use", async () => {
    const { open, opened } = wires();
    const pool = createPool(1, open);
    expect(await pool.use(never, prepare, async ({ id }) => id)).toBe(1);
    expect(await pool.use(never, prepare, async ({ id }) => id)).toBe(1);
    expect(opened).toHaveLength(1);
    await pool.close();
  });

  test("serves those who wait in order of arrival, never more than its size at once", async () => {
    const { open } = wires();
    const pool = createPool(2, open);
    const order: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        pool.use(never, prepare, async () => {
          running += 1;
          most = Math.max(most, running);
          order.push(index);
          await new Promise(setImmediate);
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(order).toEqual(Array.from({ length: 20 }, (_, index) => index));
    await pool.close();
  });

  test("lets go of who gives up waiting, and the slot is not lost", async () => {
    const { open } = wires();
    const pool = createPool(1, open);
    let finish = () => {};
    const first = pool.use(never, prepare, () => new Promise<void>((resolve) => (finish = resolve)));
    const controller = new AbortController();
    const second = pool.use(controller.signal, prepare, async () => "second");
    const third = pool.use(never, prepare, async () => "third");
    controller.abort(new Error("gave up"));
    await expect(second).rejects.toThrow("gave up");
    finish();
    await first;
    expect(await third).toBe("third");
    await pool.close();
  });

  test("replaces a kept connection that is dead, once", async () => {
    const { open, opened, ended } = wires();
    const pool = createPool(1, open);
    await pool.use(never, prepare, async () => {});
    const dies = async (wire: Wire) => {
      if (wire.id > 1) return;
      wire.broken = true;
      throw new Error("connection lost");
    };
    expect(await pool.use(never, dies, async ({ id }) => id)).toBe(2);
    expect(ended).toEqual([1]);
    expect(opened).toHaveLength(2);
    await pool.close();
  });

  test("does not hide a fresh connection's failure, and frees its slot", async () => {
    const { open, fail } = wires();
    const pool = createPool(1, open);
    fail(new Error("refused"));
    await expect(pool.use(never, prepare, async () => {})).rejects.toThrow("refused");
    const dead = async (wire: Wire) => {
      wire.broken = true;
      throw new Error("connection lost");
    };
    await expect(pool.use(never, dead, async () => {})).rejects.toThrow("connection lost");
    expect(await pool.use(never, prepare, async ({ id }) => id)).toBe(2);
    await pool.close();
  });

  test("never uses a connection again that broke during work", async () => {
    const { open, ended } = wires();
    const pool = createPool(1, open);
    const failing = pool.use(never, prepare, async (wire) => {
      wire.broken = true;
      throw new Error("lost");
    });
    await expect(failing).rejects.toThrow("lost");
    expect(ended).toEqual([1]);
    expect(await pool.use(never, prepare, async ({ id }) => id)).toBe(2);
    await pool.close();
  });

  test("aborting while a connection opens rejects at once and keeps the connection for the next", async () => {
    const { open, opened } = wires();
    let opening = () => {};
    const slow = new Promise<void>((resolve) => (opening = resolve));
    const pool = createPool(1, async () => {
      await slow;
      return open();
    });
    const controller = new AbortController();
    const running = pool.use(controller.signal, prepare, async () => "done");
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");
    opening();
    await new Promise(setImmediate);
    expect(await pool.use(never, prepare, async ({ id }) => id)).toBe(opened[0]?.id);
    await pool.close();
  });

  test("closed, it ends what it kept and refuses more", async () => {
    const { open, ended } = wires();
    const pool = createPool(1, open);
    await pool.use(never, prepare, async () => {});
    await pool.close();
    expect(ended).toEqual([1]);
    await expect(pool.use(never, prepare, async () => {})).rejects.toMatchObject({ code: "DATASOURCE_UNAVAILABLE" });
  });
});
