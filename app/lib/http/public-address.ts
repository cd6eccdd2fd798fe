/** Names of private networks (RFC 6761, RFC 8375, RFC 9476). */
const PRIVATE_ZONES =
  /\.(local|localhost|internal|intranet|lan|home|corp|private|arpa|test|invalid|example|onion|alt)$/;

/** Public names that resolve to any address by their spelling (nip.io and similar). */
const SPELT_ADDRESS =
  /(^|[.-])\d{1,3}([.-]\d{1,3}){3}([.-]|$)|(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|traefik\.me|localho\.st)$/;

/**
 * Whether the server may request a user-supplied address: a public name at the default port,
 * without credentials. IP addresses are refused, since private ones have too many spellings (ASVS
 * 1.3.6). The name's target cannot be checked here; Workers reach no private network.
 */
export function isPublicAddress({ protocol, hostname, port, username, password }: URL): boolean {
  const host = hostname.toLowerCase().replace(/\.$/, "");
  const isName = /^([a-z0-9_-]+\.)+[a-z][a-z0-9-]*$/.test(host) && !/^[\d.]+$/.test(host);
  return (
    (protocol === "https:" || protocol === "http:") &&
    port === "" &&
    !username &&
    !password &&
    isName &&
    !PRIVATE_ZONES.test(host) &&
    !SPELT_ADDRESS.test(host)
  );
}
