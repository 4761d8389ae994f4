import { authenticationOperations } from "@parley/contract/authentication";
import { authenticate } from "@parley/core/auth/authenticate";
import { endpoint } from "./endpoint.ts";

export const auth = [
  endpoint(authenticationOperations.authenticate, ({ ctx, body, request }) =>
    // A missing key is an unknown one (D9).
    authenticate(ctx, { ...body, api_key: request.headers.get("x-api-key") ?? "" }),
  ),
];
