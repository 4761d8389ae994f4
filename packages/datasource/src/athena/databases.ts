/** The databases that statements may name; the first is what a bare name means. */
export const databasesOf = ({ database, schemas = [] }: { database: string; schemas?: string[] }): string[] => [
  ...new Set([database, ...schemas].map((name) => name.toLowerCase())),
];
