/** True if links to a host, as it is written in an address, may stay links. */
export type KnownHosts = (host: string) => boolean;

/** Characters that a host may have. */
export const HOST_CHARACTERS = 253;

/**
 * The hosts of `LINK_HOSTS`: `docs.acme.example` is that host, `*.acme.example` every host below it, but not itself. Case
 * does not matter. Whatever is not a host's name matches nothing.
 */
export function knownHosts(names: readonly string[]): KnownHosts {
  const known = names.map((name) => name.toLowerCase());
  return (written) => {
    const host = written.toLowerCase();
    return known.some((name) =>
      name.startsWith("*.") ? host.endsWith(name.slice(1)) && host.length > name.length - 1 : host === name,
    );
  };
}
