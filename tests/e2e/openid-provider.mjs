import { createServer } from "node:http";
import Provider, { interactionPolicy } from "oidc-provider";
import { freePort } from "../../scripts/set-up/machine.mjs";

const CLIENT = { id: "rooydad-e2e", secret: "a-secret-of-the-browser-tests-alone" };

/** Typing `sara` signs in as Sara. */
const claimsOf = (subject) => ({
  sub: subject,
  email: `${subject}@openid.example`,
  email_verified: true,
  name: `${subject[0]?.toUpperCase()}${subject.slice(1)} of the provider`,
});

const page = (uid) => `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>
<form method="post" action="/interaction/${uid}"><label>Account <input name="account"></label><button name="do" value="enter">Enter</button></form>
<form method="post" action="/interaction/${uid}"><button name="do" value="cancel">Cancel</button></form></html>`;

async function fieldsOf(request) {
  let body = "";
  for await (const chunk of request) body += chunk;
  return new URLSearchParams(body);
}

/**
 * A real OpenID provider on a free port, as Google is one: code flow with PKCE, signed identity
 * tokens with the address in them, the choice of an account, and people who cancel.
 * @param {string} redirectUri the one address that it sends people back to
 */
export async function startOpenIdProvider(redirectUri) {
  const port = await freePort();
  const issuer = `http://127.0.0.1:${port}`;
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: CLIENT.id,
        client_secret: CLIENT.secret,
        redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    conformIdTokenClaims: false,
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    findAccount: (_context, subject) => ({ accountId: subject, claims: () => claimsOf(subject) }),
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ["of the browser tests alone"] },
  });

  async function interact(request, response) {
    const { uid } = await provider.interactionDetails(request, response);
    if (request.method !== "POST") {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(page(uid));
      return;
    }
    const fields = await fieldsOf(request);
    if (fields.get("do") === "cancel") {
      await provider.interactionFinished(request, response, {
        error: "access_denied",
        error_description: "cancelled",
      });
      return;
    }
    const accountId = fields.get("account") ?? "";
    const grant = new provider.Grant({ accountId, clientId: CLIENT.id });
    grant.addOIDCScope("openid email profile");
    const grantId = await grant.save();
    await provider.interactionFinished(request, response, {
      login: { accountId },
      select_account: {},
      consent: { grantId },
    });
  }

  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith("/interaction/")) return answer(request, response);
    interact(request, response).catch((error) => {
      response.statusCode = 500;
      response.end(String(error));
    });
  });
  await new Promise((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    /** Variables that make the product use it. */
    vars: {
      GOOGLE_ISSUER: issuer,
      GOOGLE_CLIENT_ID: CLIENT.id,
      GOOGLE_CLIENT_SECRET: CLIENT.secret,
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
