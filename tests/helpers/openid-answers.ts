import { exportJWK, generateKeyPair, SignJWT } from "jose";
import type { OpenIdClient } from "../../app/lib/deps";
import { answerWith, EXTERNAL } from "./external-services";

let count = 0;

/** An OpenID provider on the external server with discovery and keys; the test sets its grants. */
export async function createProvider() {
  const path = `/openid/${++count}`;
  const issuer = EXTERNAL.http + path;
  const { privateKey, publicKey } = await generateKeyPair("RS256", { extractable: true });
  const metadata = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ["code"],
    subject_types_supported: ["public"],
    // Like some real providers: their support of unsigned tokens must not matter here.
    id_token_signing_alg_values_supported: ["RS256", "none"],
  };
  await answerWith(`${path}/.well-known/openid-configuration`, { body: metadata });
  await answerWith(`${path}/keys`, {
    body: { keys: [{ ...(await exportJWK(publicKey)), kid: "one", alg: "RS256", use: "sig" }] },
  });
  const client: OpenIdClient = { issuer, clientId: "rooydad", clientSecret: "hush" };
  return {
    client,
    path,
    privateKey,
    /** Claims of a valid token; the library uses the real clock. */
    claims(nonce: string, changes: Record<string, unknown> = {}) {
      const now = Math.floor(Date.now() / 1_000);
      const person = {
        sub: "subject-1",
        email: "sara@example.com",
        email_verified: true,
        name: "Sara",
        picture: "https://pictures.example/sara.png",
      };
      return {
        iss: issuer,
        aud: client.clientId,
        iat: now,
        exp: now + 300,
        nonce,
        ...person,
        ...changes,
      };
    },
    sign: (claims: Record<string, unknown>, key = privateKey) =>
      new SignJWT(claims).setProtectedHeader({ alg: "RS256", kid: "one" }).sign(key),
    /** Sets the response of the token endpoint to the next code. */
    grant: (idToken: string | undefined) =>
      answerWith(`${path}/token`, {
        body: { access_token: "theirs", token_type: "Bearer", expires_in: 300, id_token: idToken },
      }),
  };
}
