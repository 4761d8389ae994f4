import * as Integration from "@parley/core/integration/integration";
import { type DrivesOf, untilLimited } from "./kit.ts";

const isAdmin = true;
const connection = { engine: "postgres", host: "127.0.0.1", port: 1, database: "d", user: "u" };
const unknown = "019aa7c2-3f31-7d85-b7e2-1a2b3c4d5e43";

export const sourceDrives: Record<string, DrivesOf> = {
  "source.create": ({ stage, admins, request, works, fails }) => {
    const body = { display_name: "Shop", connection: { ...connection, password: "p" } };
    const file = (upload_id: string) => ({ ...body, connection: { engine: "sqlite", upload_id } });
    return [
      works(body, { isAdmin }),
      fails("UPLOAD_NOT_FOUND", file(unknown), { isAdmin }),
      fails("NOT_A_DATABASE", file(admins.upload_id), { isAdmin }),
      {
        code: "SOURCE_LIMIT",
        async send() {
          const { token } = (await stage.world.newTenant()).admin;
          for (let made = 0; made < 105; made++) {
            const answer = await stage.world.call(request, { token, body });
            if (answer.status === 400) return answer;
          }
          throw new Error("there is no limit");
        },
      },
    ];
  },
  "source.update": ({ admins, unknown: nowhere, works, fails }) => [
    works({ display_name: "Regions" }, { isAdmin }),
    fails("SOURCE_NOT_FOUND", { display_name: "Regions" }, { at: nowhere, isAdmin }),
    fails("PASSWORD_REQUIRED", { connection }, { isAdmin }),
    fails("UPLOAD_NOT_FOUND", { connection: { engine: "sqlite", upload_id: unknown } }, { isAdmin }),
    fails("NOT_A_DATABASE", { connection: { engine: "sqlite", upload_id: admins.upload_id } }, { isAdmin }),
  ],
  "source.test": ({ stage, own, request, works, fails }) => [
    works({ integration_id: own.integration_id }, { isAdmin }),
    works({ connection: { ...connection, password: "p" } }, { isAdmin }),
    fails("CONNECTION_REQUIRED", {}, { isAdmin }),
    fails("PASSWORD_REQUIRED", { connection }, { isAdmin }),
    fails("INTEGRATION_NOT_FOUND", { integration_id: unknown }, { isAdmin }),
    fails("UPLOAD_NOT_FOUND", { connection: { engine: "sqlite", upload_id: unknown } }, { isAdmin }),
    {
      code: "RATE_LIMIT",
      async send() {
        const token = await stage.fresh(isAdmin);
        return untilLimited(() => stage.world.call(request, { token, body: { integration_id: own.integration_id } }));
      },
    },
  ],
  "source.schema": ({ request, unknown: nowhere, works, fails }) => [
    works(undefined, { isAdmin }),
    fails("INVALID_CURSOR", undefined, { at: `${request}?cursor=x`, isAdmin }),
    fails("SOURCE_NOT_FOUND", undefined, { at: nowhere, isAdmin }),
  ],
  "source.introspect": ({ stage, unknown: nowhere, fails }) => {
    /** By an admin who has tried no connections yet. */
    const byAnother = async (attempts: number) => {
      const { ctx, admin } = await stage.world.newTenant();
      let answer;
      for (let asked = 0; asked < attempts; asked++) {
        const config = { engine: "sqlite", file: "nowhere.sqlite" } as const;
        const { id } = await Integration.create(ctx, { display_name: "Nowhere", config });
        answer = await stage.world.call(`POST /v1/admin/integrations/${id}/introspect`, { token: admin.token });
      }
      if (!answer) throw new Error("nothing was asked");
      return answer;
    };
    return [
      { send: () => byAnother(1) },
      fails("SOURCE_NOT_FOUND", undefined, { at: nowhere, isAdmin }),
      { code: "RATE_LIMIT", send: () => byAnother(11) },
    ];
  },
  "column_mark.list": ({ unknown: nowhere, works, fails }) => [
    works(undefined, { isAdmin }),
    fails("SOURCE_NOT_FOUND", undefined, { at: nowhere, isAdmin }),
  ],
  "column_mark.update": ({ stage, request, unknown: nowhere, works, fails }) => {
    const marks = (mark: string | null, column = "population") => ({
      column_marks: [{ table: "regions", column, mark }],
    });
    return [
      works(marks("masked"), { isAdmin }),
      works(marks(null), { isAdmin }),
      fails("SOURCE_NOT_FOUND", marks(null), { at: nowhere, isAdmin }),
      {
        code: "INVALID_COLUMN_MARK",
        async send() {
          const { ctx, admin } = await stage.world.newTenant();
          const config = { engine: "sqlite", file: "nowhere.sqlite" } as const;
          const { id } = await Integration.create(ctx, { display_name: "Nowhere", config });
          const at = request.replace(/integrations\/[^/]+/, `integrations/${id}`);
          const all = Array.from({ length: 500 }, (_, index) => marks("sensitive", `c${index}`).column_marks[0]);
          await stage.world.call(at, { token: admin.token, body: { column_marks: all } });
          return stage.world.call(at, { token: admin.token, body: marks("hidden") });
        },
      },
    ];
  },
  "query.validate": ({ works, fails }) => [
    works({ sql: "SELECT 1" }, { isAdmin }),
    works({ sql: "DROP TABLE x" }, { isAdmin }),
    fails("INTEGRATION_NOT_FOUND", { sql: "SELECT 1", integration_id: unknown }, { isAdmin }),
  ],
  "query.preview": ({ stage, own, request, works, fails }) => {
    const asked = { sql: "SELECT name FROM regions", integration_id: own.integration_id };
    const admin = { isAdmin };
    return [
      works(asked, admin),
      fails("INTEGRATION_NOT_FOUND", { ...asked, integration_id: unknown }, admin),
      fails("MISSING_QUERY_PARAMETER", { ...asked, sql: "SELECT {{region}}" }, admin),
      fails("SQL_REJECTED", { ...asked, sql: "DROP TABLE x" }, admin),
      fails("SQL_FAILED", { ...asked, sql: "SELECT nothing FROM regions" }, admin),
      {
        code: "SOURCE_TIMEOUT",
        async send() {
          const config = await stage.heldRegions();
          const { id } = await Integration.create(stage.tenant.ctx, { display_name: "Held", config });
          const token = await stage.fresh(isAdmin);
          return stage.world.call(request, { token, body: { ...asked, integration_id: id } });
        },
      },
      {
        code: "SOURCE_UNAVAILABLE",
        async send() {
          const config = { engine: "sqlite", file: "nowhere.sqlite" } as const;
          const { id } = await Integration.create(stage.tenant.ctx, { display_name: "Nowhere", config });
          const token = await stage.fresh(isAdmin);
          return stage.world.call(request, { token, body: { ...asked, integration_id: id } });
        },
      },
      {
        code: "RATE_LIMIT",
        async send() {
          const token = await stage.fresh(isAdmin);
          return untilLimited(() => stage.world.call(request, { token, body: asked }));
        },
      },
    ];
  },
};
