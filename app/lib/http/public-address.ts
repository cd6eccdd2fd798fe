/** Names that lead into a network of one's own (RFC 6761, RFC 8375, RFC 9476). */
const PRIVATE_ZONES = /\.(local|localhost|internal|intranet|lan|home|corp|private|arpa|test|invalid|example|onion|alt)$/;

/** Names that anybody can have stand for any address (nip.io and its like), by what they spell or whose they are. */
const SPELT_ADDRESS =
  /(^|[.-])\d{1,3}([.-]\d{1,3}){3}([.-]|$)|(^|\.)(nip\.io|sslip\.io|xip\.io|localtest\.me|lvh\.me|vcap\.me|traefik\.me|localho\.st)$/;

/**
 * Whether the server may request an address that a person has given: a name of the public web at the usual port, without
 * credentials. Numbers are refused altogether, since every way to write a private one would have to be known (ASVS 1.3.6).
 * Where a name leads cannot be asked here; Workers reach no private network, whatever it is.
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
