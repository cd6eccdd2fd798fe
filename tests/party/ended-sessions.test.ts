import { SELF } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { SignedIn } from "../../app/lib/http/request-context";
import { changePassword } from "../../app/modules/identity/change-password.server";
import { revokeSessions, signOut } from "../../app/modules/identity/sign-out.server";
import { requestDeletion } from "../../app/modules/identity/users/delete-account.server";
import { removeUser } from "../../app/modules/identity/users/remove-users.server";
import {
  changeRole,
  deactivateUser,
  endUserSessions,
} from "../../app/modules/identity/users/user-commands.server";
import { addSession, addSignedIn, CALLER, OTHER_PASSWORD, PASSWORD } from "../helpers/people";
import { workerDeps } from "../helpers/worker-deps";

const deps = workerDeps();
const ORIGIN = "https://rooydad.test";

interface People {
  /** The session that acts or is acted upon. */
  present: SignedIn;
  other: SignedIn;
  owner: SignedIn;
}

async function listen(userId: string, token: string) {
  const { webSocket, status } = await SELF.fetch(`${ORIGIN}/parties/user-room/${userId}`, {
    headers: { Upgrade: "websocket", Origin: ORIGIN, Cookie: `__Host-rooydad-session=${token}` },
  });
  if (!webSocket) throw new Error(`The socket was refused: ${status}.`);
  let code: number | null = null;
  webSocket.addEventListener("close", (event) => {
    code = event.code;
  });
  webSocket.accept();
  return () => code;
}

const WAYS: readonly [
  what: string,
  act: (people: People) => Promise<unknown>,
  closed: { present: boolean; other: boolean },
][] = [
  ["signing out", ({ present }) => signOut(deps, present), { present: true, other: false }],
  [
    "revoking another session",
    ({ present, other }) => revokeSessions(deps, present, other.sessionId),
    { present: false, other: true },
  ],
  [
    "revoking all others",
    ({ present }) => revokeSessions(deps, present, null),
    { present: false, other: true },
  ],
  [
    "a new password",
    ({ present }) =>
      changePassword(
        deps,
        present,
        { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD },
        CALLER,
      ),
    { present: false, other: true },
  ],
  [
    "asking to be deleted",
    ({ present }) => requestDeletion(deps, present, PASSWORD, CALLER),
    { present: false, other: true },
  ],
  [
    "another role",
    ({ present, owner }) => changeRole(deps, owner, present.id, "moderator"),
    { present: true, other: true },
  ],
  [
    "being deactivated",
    ({ present, owner }) => deactivateUser(deps, owner, present.id),
    { present: true, other: true },
  ],
  [
    "being removed",
    ({ present, owner }) => removeUser(deps, owner, present.id),
    { present: true, other: true },
  ],
  [
    "staff ending all sessions",
    ({ present, owner }) => endUserSessions(deps, owner, present.id),
    { present: true, other: true },
  ],
];

describe("sockets of sessions that end", () => {
  it.each(WAYS)("close after %s, and no others", async (_what, act, closed) => {
    const unique = crypto.randomUUID();
    const sara = await addSignedIn(deps, { email: `sara-${unique}@example.com` });
    const other = await addSession(deps, sara.id);
    const owner = await addSignedIn(deps, { email: `owner-${unique}@example.com`, role: "owner" });
    const [presentCode, otherCode, ownerCode] = [
      await listen(sara.id, sara.token),
      await listen(sara.id, other.token),
      await listen(owner.id, owner.token),
    ];
    await act({ present: sara.actor, other: other.actor, owner: owner.actor });
    await expect
      .poll(() => [presentCode(), otherCode()])
      .toEqual([closed.present ? 4401 : null, closed.other ? 4401 : null]);
    expect(ownerCode()).toBeNull();
  });
});
