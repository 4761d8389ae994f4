/** Fails, with what is wrong, where something does not hold. */
export function demand(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Error(wrong);
}
