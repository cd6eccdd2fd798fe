import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider, { interactionPolicy } from "oidc-provider";

/** Somebody with an account at the provider. */
export interface ProviderPerson {
  subject: string;
  email: string;
  isVerified: boolean;
  name: string;
}

export interface RunningProvider {
  issuer: string;
  clientId: string;
  clientSecret: string;
  close(): Promise<void>;
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** One button a person, and one to say no: all that a test has to press. */
const chooser = (uid: string, people: readonly ProviderPerson[]) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Choose an account</title></head><body><h1>Choose an account</h1>
<form method="post" action="/choose/${escapeHtml(uid)}">
${people.map(({ subject, email }) => `<button name="subject" value="${escapeHtml(subject)}">${escapeHtml(email)}</button>`).join("\n")}
<button name="subject" value="">Cancel</button>
</form></body></html>`;

/**
 * A real OpenID provider on this machine, in Google's place (decisions.md §5): set GOOGLE_ISSUER, GOOGLE_CLIENT_ID and
 * GOOGLE_CLIENT_SECRET to what it gives back. It asks which of its people one is, and consents for them.
 * @param redirectUris where it may send people back to
 */
export async function startOpenIdProvider(
  port: number,
  redirectUris: string[],
  people: readonly ProviderPerson[],
): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((ready, failed) => server.once("error", failed).listen(port, "127.0.0.1", ready));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clientId = "rooydad-tests";
  const clientSecret = "a secret of the tests alone, nobody else may use it";

  // Like Google's, it lets one choose the account when asked to; the library's own prompts do not.
  const policy = interactionPolicy.base();
  policy.add(new interactionPolicy.Prompt({ name: "select_account", requestable: true }), 0);

  const provider: Provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: redirectUris,
        response_types: ["code"],
        grant_types: ["authorization_code"],
        token_endpoint_auth_method: "client_secret_post",
      },
    ],
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/choose/${uid}` },
    cookies: { keys: ["a key of the tests"] },
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    // As Google does, the token itself says who somebody is.
    conformIdTokenClaims: false,
    findAccount: (_context, subject) => {
      const person = people.find((one) => one.subject === subject);
      return (
        person && {
          accountId: subject,
          claims: () => ({ sub: subject, email: person.email, email_verified: person.isVerified, name: person.name }),
        }
      );
    },
    // Whoever has chosen an account agrees to all that is asked for.
    loadExistingGrant: async ({ oidc }) => {
      const grant = new provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });

  async function choose(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") {
      const { uid } = await provider.interactionDetails(request, response);
      response.writeHead(200, { "Content-Type": "text/html; charset=utf-8" }).end(chooser(uid, people));
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const subject = new URLSearchParams(Buffer.concat(chunks).toString("utf8")).get("subject");
    await provider.interactionFinished(
      request,
      response,
      subject
        ? { select_account: {}, login: { accountId: subject } }
        : { error: "access_denied", error_description: "The person said no." },
    );
  }

  const answer = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (!request.url?.startsWith("/choose/")) return answer(request, response);
    choose(request, response).catch((error) => response.writeHead(400).end(String(error)));
  });
  return {
    issuer,
    clientId,
    clientSecret,
    close: () =>
      new Promise((closed) => {
        server.close(() => closed());
        server.closeAllConnections();
      }),
  };
}
