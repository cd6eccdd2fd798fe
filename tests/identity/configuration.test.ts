import { createExecutionContext, env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { app } from "../../worker/app";
import { readConfiguration } from "../../worker/configuration";

const clock = { now: () => 0 };
const problemsOf = (changes: Partial<Env>): string[] =>
  readConfiguration({ ...env, ...changes } as Env, clock).problems;
const DEPLOYED: Partial<Env> = {
  ENVIRONMENT: "production",
  PASSWORD_LOG2_N: "",
  PUBLIC_URL: "https://rooydad.example",
  ALLOW_OUTBOX_MAIL: "yes",
};
const SMTP = { MAIL_TRANSPORT: "smtp", MAIL_FROM: "Rooydad <hello@rooydad.example>" };

describe("configuration", () => {
  test("in wrangler.toml is valid", () => {
    expect(problemsOf({})).toEqual([]);
    expect(readConfiguration({ ...env } as Env, clock).configuration).toMatchObject({
      identity: { remote: null, google: null },
      mail: { keeps: "everything" },
    });
  });

  test.each<[string, Partial<Env>, string]>([
    [
      "no secret",
      { APP_SECRET: "" },
      "APP_SECRET is not set. Make one with `openssl rand -base64 48` and store it with `wrangler secret put APP_SECRET`.",
    ],
    [
      "a short secret",
      { APP_SECRET: "too-short-one" },
      "APP_SECRET has 13 characters; it needs 32 or more.",
    ],
    [
      "the local secret, deployed",
      { ...DEPLOYED, VAPID_SUBJECT: "mailto:hello@rooydad.example" },
      "APP_SECRET is the one of local runs. Make one of your own.",
    ],
    [
      "the local keys of pushes, deployed",
      { ...DEPLOYED, APP_SECRET: "a secret of its own, long enough for one" },
      "The VAPID keys are those of local runs. Make both with `npm run push-keys`.",
    ],
    [
      "half a pair of keys",
      { VAPID_PRIVATE_KEY: "" },
      "VAPID_PRIVATE_KEY is not the private key of a pair. Make both with `npm run push-keys`.",
    ],
    [
      "a broken key",
      { VAPID_PUBLIC_KEY: "abc" },
      "VAPID_PUBLIC_KEY is not the public key of a pair. Make both with `npm run push-keys`.",
    ],
    [
      "push notifications without a contact",
      { VAPID_SUBJECT: "me" },
      'VAPID_SUBJECT must say whom push services can write to, such as mailto:hello@rooydad.example; it is "me".',
    ],
    [
      "the outbox as the only mail, deployed",
      {
        ...DEPLOYED,
        APP_SECRET: "a secret of its own, long enough for one",
        VAPID_PUBLIC_KEY: "",
        VAPID_PRIVATE_KEY: "",
        ALLOW_OUTBOX_MAIL: "",
      },
      "MAIL_TRANSPORT is outbox, so no email is sent and no one can confirm an address. Set it to smtp or http, or ALLOW_OUTBOX_MAIL to yes.",
    ],
    [
      "cheap passwords, deployed",
      {
        ...DEPLOYED,
        APP_SECRET: "a secret of its own, long enough for one",
        VAPID_PUBLIC_KEY: "",
        VAPID_PRIVATE_KEY: "",
        PASSWORD_LOG2_N: "4",
      },
      "PASSWORD_LOG2_N is for local runs.",
    ],
    [
      "passwords dearer than decided",
      { PASSWORD_LOG2_N: "20" },
      'PASSWORD_LOG2_N is "20"; it can be a whole number from 1 to 15.',
    ],
    [
      "visits that wait too long",
      { GATHER_MS: "60000" },
      'GATHER_MS is "60000"; it can be a whole number from 0 to 10000.',
    ],
    [
      "an invalid limit",
      { DRAFTS_PER_DAY: "many" },
      'DRAFTS_PER_DAY is "many"; it can be a whole number above 0.',
    ],
    [
      "an unknown transport",
      { MAIL_TRANSPORT: "pigeon" },
      'MAIL_TRANSPORT is "pigeon"; it can be outbox, smtp or http.',
    ],
    [
      "no sender",
      { ...SMTP, MAIL_FROM: "", SMTP_URL: "smtp://localhost:25" },
      'MAIL_FROM must be a sender such as "Rooydad <hello@rooydad.example>"; it is "".',
    ],
    [
      "no SMTP server",
      SMTP,
      "SMTP_URL must be smtps://user:password@host:465 or smtp://user:password@host:587 when MAIL_TRANSPORT is smtp.",
    ],
    [
      "no address for http",
      { ...SMTP, MAIL_TRANSPORT: "http", MAIL_HTTP_TOKEN: "x" },
      "MAIL_HTTP_URL must be an https address when MAIL_TRANSPORT is http.",
    ],
    [
      "plain http for mail",
      {
        ...SMTP,
        MAIL_TRANSPORT: "http",
        MAIL_HTTP_TOKEN: "x",
        MAIL_HTTP_URL: "http://mail.example",
      },
      "MAIL_HTTP_URL must be an https address when MAIL_TRANSPORT is http.",
    ],
    [
      "no token for http",
      { ...SMTP, MAIL_TRANSPORT: "http", MAIL_HTTP_URL: "https://mail.example" },
      "MAIL_HTTP_TOKEN is not set, but MAIL_TRANSPORT is http.",
    ],
    [
      "an unknown provider",
      { IDENTITY_PROVIDER: "passport" },
      'IDENTITY_PROVIDER is "passport"; it can be embedded or firebase.',
    ],
    [
      "firebase without a project",
      { IDENTITY_PROVIDER: "firebase", FIREBASE_API_KEY: "x" },
      "FIREBASE_PROJECT_ID is not set, but IDENTITY_PROVIDER is firebase.",
    ],
    [
      "firebase without a key",
      { FIREBASE_PROJECT_ID: "rooydad" },
      "FIREBASE_API_KEY is not set: the web API key of the Firebase project, which e-mail and password go by.",
    ],
    [
      "keys over plain http",
      {
        FIREBASE_PROJECT_ID: "rooydad",
        FIREBASE_API_KEY: "x",
        FIREBASE_KEYS_URL: "http://keys.example",
      },
      'FIREBASE_KEYS_URL must be an https address; it is "http://keys.example".',
    ],
    [
      "half of Google",
      { GOOGLE_CLIENT_ID: "rooydad" },
      "GOOGLE_CLIENT_ID is set, but GOOGLE_CLIENT_SECRET is not.",
    ],
    [
      "the other half",
      { GOOGLE_CLIENT_SECRET: "hush" },
      "GOOGLE_CLIENT_SECRET is set, but GOOGLE_CLIENT_ID is not.",
    ],
    [
      "an invalid issuer",
      { GOOGLE_CLIENT_ID: "rooydad", GOOGLE_CLIENT_SECRET: "hush", GOOGLE_ISSUER: "accounts" },
      'GOOGLE_ISSUER must be the https address of an OpenID provider; it is "accounts".',
    ],
    [
      "too long a memory",
      { RETENTION_MONTHS: "36" },
      'RETENTION_MONTHS is "36"; it can be a whole number from 1 to 24.',
    ],
    [
      "no public address, deployed",
      {
        ...DEPLOYED,
        PUBLIC_URL: "",
        APP_SECRET: "a secret of its own, long enough for one",
        VAPID_SUBJECT: "mailto:hello@rooydad.example",
      },
      "PUBLIC_URL is not set: the address under which people reach the product, such as https://rooydad.example.",
    ],
    [
      "a public address with a path",
      { PUBLIC_URL: "https://rooydad.example/" },
      'PUBLIC_URL must be an origin such as https://rooydad.example, without a slash at the end; it is "https://rooydad.example/".',
    ],
    [
      "a public address over http",
      { PUBLIC_URL: "http://rooydad.example" },
      'PUBLIC_URL must be an origin such as https://rooydad.example, without a slash at the end; it is "http://rooydad.example".',
    ],
  ])("with %s gives one plain message", (_what, changes, sentence) => {
    expect(problemsOf(changes)).toEqual([sentence]);
  });

  test.each([
    "Rooydad hello@rooydad.example",
    "Rooydad <hello@rooydad.example",
    "hello",
    "<>",
    "a@b.c, d@e.f",
    "Rooydad <a@b.c>\r\nBcc: d@e.f",
  ])("with the sender %j is invalid", (MAIL_FROM) => {
    expect(
      problemsOf({ ...SMTP, SMTP_URL: "smtps://user:pass@mail.example", MAIL_FROM }),
    ).toHaveLength(1);
  });

  test.each([
    "hello@rooydad.example",
    "<hello@rooydad.example>",
    "Rooydad <hello@rooydad.example>",
    "رویداد <hello@rooydad.example>",
  ])("with the sender %j is valid", (MAIL_FROM) => {
    expect(problemsOf({ ...SMTP, SMTP_URL: "smtps://user:pass@mail.example", MAIL_FROM })).toEqual(
      [],
    );
  });

  test.each([
    "mail.example:587",
    "http://mail.example",
    "smtp://",
    "smtps://user:50%off@mail.example",
  ])("with the SMTP server %j gives a message, not a crash", (SMTP_URL) => {
    expect(problemsOf({ ...SMTP, SMTP_URL })).toEqual([expect.stringMatching(/^SMTP_URL must be/)]);
  });

  test("with many errors reports all at once, without any secret", () => {
    const said = problemsOf({
      APP_SECRET: "hush-secret",
      MAIL_TRANSPORT: "smtp",
      MAIL_FROM: "nobody",
      SMTP_URL: "ftp://user:hush-smtp@mail.example",
      MAIL_HTTP_TOKEN: "hush-http",
      IDENTITY_PROVIDER: "firebase",
      FIREBASE_API_KEY: "",
      GOOGLE_CLIENT_SECRET: "hush-google",
      PUBLIC_URL: "rooydad",
    });
    expect(said).toHaveLength(7);
    expect(said.join(" ")).not.toContain("hush");
  });

  test("that is invalid answers 503 to every request, with the messages locally and without them deployed", async () => {
    const ask = (changes: Partial<Env>) =>
      app.fetch(
        new Request("https://rooydad.test/healthz"),
        { ...env, ...changes } as Env,
        createExecutionContext(),
      );
    const local = await ask({ APP_SECRET: "", MAIL_TRANSPORT: "pigeon" });
    expect(local.status).toBe(503);
    expect(await local.text()).toMatch(/APP_SECRET is not set[\s\S]*MAIL_TRANSPORT is "pigeon"/);
    const deployed = await ask({ ENVIRONMENT: "production", APP_SECRET: "" });
    expect(deployed.status).toBe(503);
    expect(await deployed.text()).not.toContain("APP_SECRET");
  });
});
