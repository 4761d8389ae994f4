import { startPostgres } from "./postgres.ts";

/**
 * A PostgreSQL server for who has forked this process: it is told the port, and when it is gone, however it ended, so is the
 * server.
 */
const server = await startPostgres();
process.on("disconnect", () => void server.stop());
if (process.connected) process.send?.(String(server.port));
else await server.stop();
