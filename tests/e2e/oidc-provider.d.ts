/** The little of oidc-provider that openid-provider.ts uses: the package brings no types. */
declare module "oidc-provider" {
  import type { IncomingMessage, ServerResponse } from "node:http";

  interface Context {
    oidc: { client?: { clientId: string }; session?: { accountId?: string } };
  }
  interface Policy {
    add(prompt: object, index: number): void;
  }
  export const interactionPolicy: {
    base(): Policy;
    Prompt: new (prompt: { name: string; requestable: boolean }) => object;
  };
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Configuration {
    interactions: { policy: Policy; url(context: unknown, interaction: { uid: string }): string };
    findAccount(context: unknown, subject: string): unknown;
    loadExistingGrant(context: Context): Promise<Grant>;
    [option: string]: unknown;
  }
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    Grant: new (properties: {
      clientId?: string;
      accountId?: string;
    }) => Grant;
    callback(): (request: IncomingMessage, response: ServerResponse) => void;
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ uid: string }>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
