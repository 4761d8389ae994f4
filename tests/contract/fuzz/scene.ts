import { startWarehouse } from "./database.ts";
import { startFuzzService } from "./service.ts";

export type FuzzScene = Awaited<ReturnType<typeof startFuzzScene>>;

/** The service with a camp in it, on a warehouse of its own. */
export async function startFuzzScene() {
  const warehouse = await startWarehouse();
  const service = await startFuzzService(warehouse.config);
  return {
    service,
    camp: await service.newCamp(),
    async stop() {
      await service.stop();
      await warehouse.stop();
    },
  };
}
