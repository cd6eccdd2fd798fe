/** The caller's network address, from the platform's header alone: anyone can write X-Forwarded-For (ASVS 4.1.3). */
export function clientAddress(request: Request): string {
  return request.headers.get("CF-Connecting-IP") ?? "unknown";
}
