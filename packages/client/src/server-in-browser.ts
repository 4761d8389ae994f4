// The names are there, so that a page that imports them fails with the words below.
const absent = undefined;
export { absent as createAuthenticator, absent as nodeHandler, absent as signUserKey, absent as tokenEndpoint };

throw new Error(
  "@parley/client/server is for backends: it holds the API key and the shared secret, which no browser may see. " +
    "Pages use @parley/client with a token from tokenEndpoint.",
);
