/** True for an ISO 4217 code: its numbers are written as a language writes money. */
export const isCurrency = (unit: string): boolean =>
  /^[A-Z]{3}$/.test(unit) && Intl.supportedValuesOf("currency").includes(unit);
