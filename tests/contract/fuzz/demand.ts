/** Fails, with what is wrong, if something does not hold. */
export function demand(holds: boolean, wrong: string): asserts holds {
  if (!holds) throw new Error(wrong);
}
