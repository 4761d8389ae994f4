const FRACTION_NAME = /(^|_)(share(_of_\w+)?|rate|ratio|growth|margin|discount)$/i;
/** What has grown by more than all that there was is still read in per cent. */
const GROWTH_NAME = /growth$/i;

/** True for a column of fractions of one, as its name and its numbers tell it: they are read in per cent, as the service's charts are. */
export const holdsFractions = (name: string, unit: string | undefined, values: readonly number[]): boolean =>
  !unit && FRACTION_NAME.test(name) && (GROWTH_NAME.test(name) || values.every((value) => Math.abs(value) <= 1));
