/** FNV-1a (32 bits) with MurmurHash3's last mixing, so that alike ids fall far apart. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at++)
    value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}

/**
 * Whether a user is in the first `percentage` of 100. Stable per flag and user: growing the share
 * keeps its users, and another flag selects other users.
 */
export function isInRollout(key: string, userId: string, percentage: number): boolean {
  return hash(`${key} ${userId}`) % 100 < percentage;
}
