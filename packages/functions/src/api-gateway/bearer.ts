/** The token of an `Authorization` header of the form `Bearer <token>`; undefined for any other header. */
export const bearerToken = (authorization: string): string | undefined => /^bearer +(\S+)$/i.exec(authorization)?.[1];
