import { type APIRequestContext, expect } from "playwright/test";

/** API calls as the signed-in account. Staff publish at once, without review. */
export async function apiOf(request: APIRequestContext, origin: string) {
  const { idToken } = await (
    await request.post("/api/v1/auth/session-token", { headers: { Origin: origin } })
  ).json();
  const login = await request.post("/api/v1/auth/login", { data: { firebaseToken: idToken } });
  const headers = { Authorization: `Bearer ${(await login.json()).access_token}` };
  return async (method: "POST" | "PUT", path: string, data: object = {}) => {
    const response = await request.fetch(`/api/v1${path}`, { method, headers, data });
    expect([path, response.status(), await response.text()]).toEqual([
      path,
      response.status() < 300 ? response.status() : "2xx",
      expect.any(String),
    ]);
    return response.json();
  };
}
export type Api = Awaited<ReturnType<typeof apiOf>>;
