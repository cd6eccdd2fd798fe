/**
 * 53 bits of two mixed 32-bit hashes (MurmurHash3's mixing steps): for distinction, not for
 * secrecy.
 */
export function fingerprint(text: string, seed: number): number {
  let a = seed ^ 0x9e3779b9;
  let b = seed ^ 0x85ebca6b;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    a = Math.imul(a ^ code, 0x85ebca6b);
    b = Math.imul(b ^ code, 0xc2b2ae35);
    a ^= a >>> 15;
    b ^= b >>> 13;
  }
  a = Math.imul(a ^ (b >>> 16), 0xc2b2ae35);
  b = Math.imul(b ^ (a >>> 13), 0x85ebca6b);
  return (b >>> 11) * 4_294_967_296 + (a >>> 0);
}

/**
 * The block that one provider's customer or one hall shares: /24 of IPv4, /48 of IPv6. Addresses are
 * rented in such blocks.
 */
export function networkBlockOf(address: string): string {
  const network = visitorNetworkOf(address);
  return network.includes(".")
    ? network.slice(network.lastIndexOf(":") + 1, network.lastIndexOf("."))
    : network.split(":").slice(0, 3).join(":");
}

/** Of IPv6 the first 64 bits: the rest is the device's to choose, and changes from hour to hour. */
export function visitorNetworkOf(address: string): string {
  if (!address.includes(":") || address.includes(".")) return address;
  const [head = "", tail] = address.split("::");
  const first = head.split(":").filter(Boolean);
  const zeros = tail === undefined ? 0 : 8 - first.length - tail.split(":").filter(Boolean).length;
  return [...first, ...Array.from({ length: zeros }, () => "0")].slice(0, 4).join(":");
}
