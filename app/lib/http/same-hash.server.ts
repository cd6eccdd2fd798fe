const encoder = new TextEncoder();

/** Compares hashes in constant time. In workerd only, whose function it uses. */
export function isSameHash(a: string, b: string): boolean {
  const [one, other] = [encoder.encode(a), encoder.encode(b)];
  return one.byteLength === other.byteLength && crypto.subtle.timingSafeEqual(one, other);
}
