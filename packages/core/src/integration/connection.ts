import type { ChangedConnection } from "@parley/contract/source";
import type { DatasourceConfig } from "@parley/datasource/types";
import type { MemberContext, WithFiles } from "../environment/context.ts";
import { refuseAdministrator } from "../failure/refuse-administrator.ts";
import * as Upload from "../upload/find.ts";
import { uploadObject } from "../upload/record.ts";

type Server = Extract<DatasourceConfig, { host: string }>;
type GivenServer = Extract<ChangedConnection, { host: string }>;

/** An engine's usual port. */
export const usualPort = { postgres: 5432, mysql: 3306 };

/**
 * Whether what is stored for one server may be used with the other: otherwise an admin could have a stored password sent to a
 * host of their own.
 */
const isSameLogin = (stored: Server, given: Omit<Server, "password">): boolean =>
  stored.engine === given.engine &&
  stored.host === given.host &&
  stored.port === given.port &&
  stored.database === given.database &&
  stored.user === given.user;

function serverOf(given: GivenServer, stored: DatasourceConfig | undefined): Server {
  const { engine, host, database, user } = given;
  const port = given.port ?? usualPort[engine];
  const schemas = given.schemas ?? undefined;
  const login = { engine, host, port, database, user, tls: given.tls ?? ("verify" as const) };
  const same = stored && "host" in stored && isSameLogin(stored, login) ? stored : undefined;
  const ca = given.ca === undefined ? same?.ca : (given.ca ?? undefined);
  return {
    ...login,
    password: given.password ?? same?.password ?? refuseAdministrator("PASSWORD_REQUIRED"),
    ...(ca !== undefined && { ca }),
    ...(schemas !== undefined && { schemas }),
  };
}

/**
 * The database that a connection names. Its password and authority may be absent where `stored` has the same login. A file
 * is the caller's upload, where it is. Throws PASSWORD_REQUIRED, UPLOAD_NOT_FOUND.
 */
export async function givenConnection(
  ctx: MemberContext & WithFiles,
  given: ChangedConnection,
  stored?: DatasourceConfig,
): Promise<DatasourceConfig> {
  if ("host" in given) return serverOf(given, stored);
  const { id, filename } = await Upload.ready(ctx, given.upload_id);
  return { engine: given.engine, file: uploadObject(ctx.actor, id), name: filename };
}
