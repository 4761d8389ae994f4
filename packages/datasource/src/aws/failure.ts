import { errorCode, failed, misconfigured, unavailable, unreachable } from "../failure.ts";
import { DatasourceError } from "../types.ts";

/** Names of what services of AWS answer, by what it means. */
const REFUSED =
  /^(AccessDenied(Exception)?|UnrecognizedClientException|InvalidSignatureException|IncompleteSignature(Exception)?|MissingAuthenticationToken(Exception)?|InvalidClientTokenId|ExpiredToken(Exception)?|OptInRequired|NotAuthorized|CredentialsProviderError|TokenProviderError)$/;
const BUSY =
  /^(Throttling(Exception)?|TooManyRequestsException|RequestLimitExceeded|Active(Statements|Sessions|WaitingRequests)ExceededException)$/;
const MISSING = /^(ResourceNotFound|EntityNotFound)Exception$/;
/** What the catalog behind a service said of a request to it. */
const OF_CATALOG = /^MetadataException$/;
const OF_STATEMENT = /^(ValidationException|InvalidRequestException)$/;

/** The service did not do its part, and it is not known why. */
export const serviceFailed = (): DatasourceError => unavailable("The database's service failed.");

/**
 * What it means that a call of a service of AWS failed. Names no account, role or key: what the service says of these is left
 * out. Anything that is no failure of a call is returned as it is.
 */
export function awsFailure(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof DatasourceError) return error;
  const { name, message } = error;
  if (REFUSED.test(name))
    return misconfigured("The service's own role may not use this database, or has no credentials.", "login");
  if (BUSY.test(name)) return unavailable("The database has too many statements at the moment.", "connections");
  if (MISSING.test(name)) return misconfigured("There is no such database.", "database");
  if (OF_CATALOG.test(name)) return ofCatalog(message);
  if (/Region is missing/.test(message)) return misconfigured("No region is set.", "host");
  if (OF_STATEMENT.test(name)) return ofStatement(message);
  if ("$metadata" in error) return serviceFailed();
  const code = errorCode(error);
  return code === undefined ? error : unreachable(code);
}

function ofCatalog(message: string): DatasourceError {
  if (/access ?denied|not authorized|permission/i.test(message))
    return misconfigured("The service's own role may not read the data catalog.", "login");
  return /not found|does not exist/i.test(message)
    ? misconfigured("There is no such database.", "database")
    : serviceFailed();
}

/** A request that the service took for wrong: where it is about the place it was sent to, no other statement does better. */
function ofStatement(message: string): DatasourceError {
  if (
    /endpoint (doesn't|does not) exist|work ?group.*(not found|does not exist|doesn't exist|is not found)|cluster.*not found/is.test(
      message,
    )
  )
    return misconfigured("There is no such workgroup or cluster in this region.", "host");
  if (/no output location|output location .*(not|invalid)|(results?|output) bucket/i.test(message))
    return misconfigured("The workgroup has no location for results that can be used.", "host");
  return failed(message);
}
