/**
 * Seconds that the function which runs a turn may take: longer than a turn's deadline, so that the turn settles itself
 * before Lambda ends it.
 */
export const workerTimeout = 15 * 60;
