/** Whether two hashes are the same, in a time that does not tell where they differ. */
export function isSameHash(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let at = 0; at < b.length; at += 1) difference |= a.charCodeAt(at) ^ b.charCodeAt(at);
  return difference === 0;
}
