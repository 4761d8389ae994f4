/** What holds an organization's API key and shared secret: for backends only. */
export { type Authenticator, type AuthenticatorOptions, createAuthenticator, type TokenAsk } from "./authenticator.ts";
export {
  type NodeHandler,
  nodeHandler,
  type NodeRequest,
  type NodeResponse,
  type TokenEndpoint,
  tokenEndpoint,
  type TokenEndpointOptions,
} from "./token-endpoint.ts";
export { signUserKey } from "./user-key.ts";
