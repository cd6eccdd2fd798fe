import { env, SELF } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import { announceRun } from "../../app/modules/intake/ingestion/run-log.server";
import { startRun } from "../../app/modules/intake/ingestion/start-run.server";
import { createDatabase } from "../../db/client";
import { sessions, users } from "../../db/schema";
import { MAX_A_SECOND } from "../../party/message-limiter";
import { answered, startOf } from "../factories/answer";
import { bearerOf, cookieOf } from "../factories/user";
import { addTehran, emptyIngestion } from "../helpers/ingestion";
import { addActor } from "../helpers/organizers";
import { createTestDeps } from "../helpers/test-deps";
import { workerDeps } from "../helpers/worker-deps";

const ORIGIN = "https://rooydad.test";
const db = createDatabase(env.DB);
const deps = workerDeps();
let runId = "";
let cookies: Record<"admin" | "moderator", string>;
let token = "";

beforeAll(async () => {
  await emptyIngestion({ db });
  await addTehran({ db });
  const [admin, moderator] = [await addActor({ db }, "admin"), await addActor({ db }, "moderator")];
  cookies = {
    admin: await cookieOf(deps, admin.id),
    moderator: await cookieOf(deps, moderator.id),
  };
  token = (await bearerOf(deps, admin.id)).replace("Bearer ", "");
  runId = await startRun(
    { ...createTestDeps(), ids: deps.ids },
    admin,
    startOf([answered(1)]),
    null,
  );
});

const listen = (path: string, headers: Record<string, string> = {}) =>
  SELF.fetch(`${ORIGIN}/parties/run-room/${path}`, {
    headers: { Upgrade: "websocket", ...headers },
  });

/** A new administrator's socket with its received messages. */
async function watch() {
  const { id } = await addActor({ db }, "admin");
  const { webSocket, status } = await listen(runId, {
    Cookie: await cookieOf(deps, id),
    Origin: ORIGIN,
  });
  if (!webSocket) throw new Error(`The socket was refused: ${status}.`);
  const heard: string[] = [];
  const closed = new Promise<number>((resolve) =>
    webSocket.addEventListener("close", ({ code }) => resolve(code)),
  );
  webSocket.addEventListener(
    "message",
    ({ data }) => void heard.push((JSON.parse(String(data)) as { type: string }).type),
  );
  webSocket.accept();
  return { id, webSocket, heard, closed };
}

describe("the room of an ingestion run", () => {
  it("sends progress to those who may manage ingestion, in both languages", async () => {
    for (const response of [
      await listen(runId, { Cookie: cookies.admin, Origin: ORIGIN }),
      await listen(`${runId}?token=${token}`),
    ]) {
      const { webSocket } = response;
      if (!webSocket) throw new Error(`The socket was refused: ${response.status}.`);
      webSocket.accept();
      const heard = new Promise((resolve) =>
        webSocket.addEventListener("message", ({ data }) => resolve(JSON.parse(String(data))), {
          once: true,
        }),
      );
      await announceRun(deps, runId, "");
      expect(await heard).toMatchObject({
        type: "run:changed",
        runId,
        status: "pending",
        eventsCount: 1,
        lines: [
          {
            level: "info",
            code: "run-created",
            message: { en: "Started with events: 1.", fa: "شروع شد، تعداد رویدادها: ۱." },
          },
        ],
      });
      webSocket.close();
    }
  });

  it.each([
    ["has signed out", (id: string) => db.delete(sessions).where(eq(sessions.userId, id))],
    [
      "may manage ingestion no more",
      (id: string) => db.update(users).set({ role: "moderator" }).where(eq(users.id, id)),
    ],
    [
      "has let the deadline for a second factor pass [S-24]",
      (id: string) => db.update(users).set({ secondFactorDueAt: 1 }).where(eq(users.id, id)),
    ],
    [
      "is no longer active",
      (id: string) => db.update(users).set({ isActive: false }).where(eq(users.id, id)),
    ],
  ])("closes the socket of a viewer that %s", async (_what, change) => {
    const [gone, stays] = [await watch(), await watch()];
    await change(gone.id);
    const told = new Promise((resolve) =>
      stays.webSocket.addEventListener("message", resolve, { once: true }),
    );
    await announceRun(deps, runId, "");
    expect(await gone.closed).toBe(4401);
    await told;
    expect([gone.heard, stays.heard]).toEqual([["error"], ["run:changed"]]);
    stays.webSocket.close();
  });

  it("closes the socket of a viewer that sends too much", async () => {
    const { webSocket, closed } = await watch();
    for (let count = 0; count <= MAX_A_SECOND; count += 1) webSocket.send("x");
    expect(await closed).toBe(1008);
  });

  it("exists for permitted users, existing runs and our own pages only", async () => {
    expect((await listen(runId)).status).toBe(401);
    expect((await listen(runId, { Cookie: cookies.admin })).status).toBe(401);
    expect((await listen(runId, { Cookie: cookies.moderator, Origin: ORIGIN })).status).toBe(403);
    expect(
      (await listen(runId, { Cookie: cookies.admin, Origin: "https://elsewhere.example" })).status,
    ).toBe(403);
    for (const path of ["019b0000-0000-7000-a000-00000000ffff", "none", ""])
      expect([
        path,
        (await listen(path, { Cookie: cookies.admin, Origin: ORIGIN })).status,
      ]).toEqual([path, 404]);
    const plain = await SELF.fetch(`${ORIGIN}/parties/run-room/${runId}`, {
      headers: { Cookie: cookies.admin, Origin: ORIGIN },
    });
    expect(plain.status).toBe(426);
  });
});
