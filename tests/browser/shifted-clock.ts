/**
 * Preloaded by `node --import`: this process, and those that it starts, believe that it is `CLOCK_SHIFT_MS` later. Time passes as
 * it does elsewhere.
 */
const shift = Number(process.env["CLOCK_SHIFT_MS"] ?? 0);
const RealDate = globalThis.Date;
const now = (): number => RealDate.now() + shift;

const ShiftedDate: DateConstructor = new Proxy(RealDate, {
  apply: () => new RealDate(now()).toString(),
  construct: (target, parts: unknown[], made) =>
    Reflect.construct(target, parts.length === 0 ? [now()] : parts, made === ShiftedDate ? target : made),
  get: (target, name, receiver) => (name === "now" ? now : Reflect.get(target, name, receiver)),
});
globalThis.Date = ShiftedDate;
