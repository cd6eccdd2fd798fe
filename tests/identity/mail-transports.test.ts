import PostalMime from "postal-mime";
import { describe, expect, test } from "vitest";
import { MailRefused, MailUncertain, type OutgoingMail } from "../../app/lib/deps";
import { createHttpMail, createSmtpMail, type SmtpOptions } from "../../worker/adapters/mail";
import { answerWith, askedAt, EXTERNAL, receivedBy } from "../helpers/external-services";

const FROM = "رویداد <hello@rooydad.example>";
const SUBJECT =
  "گذرواژهٔ تازه برای رویداد؛ تا یک ساعت کار می‌کند و فقط یک بار، پس همین حالا بازش کنید";
const TEXT =
  "سلام سارا،\n\nپیوند شما:\n\nhttps://rooydad.test/reset-password?token=abc\n\n.\n\nاین خط با نقطه آغاز نمی‌شود.\n";
const mailTo = (to: string, changes: Partial<OutgoingMail> = {}): OutgoingMail => ({
  id: "019b0000-0000-7000-8000-000000000001",
  to,
  subject: SUBJECT,
  text: TEXT,
  html: `<p dir="rtl">${TEXT}</p>`,
  ...changes,
});

describe("the SMTP transport, over a Worker's sockets, with a real server", () => {
  const smtp = (changes: Partial<SmtpOptions> = {}) => {
    const transport = createSmtpMail({
      host: "127.0.0.1",
      port: EXTERNAL.smtpPort,
      secure: false,
      user: null,
      password: null,
      from: FROM,
      isPlain: true,
      ...changes,
    });
    return {
      send: (mail: OutgoingMail, handOver = async () => {}) => transport.send(mail, handOver),
    };
  };

  test("delivers a Persian email intact with correct headers", async () => {
    await smtp().send(
      mailTo("sara@example.com", {
        headers: { "List-Unsubscribe": "<https://rooydad.test/unsubscribe>" },
      }),
    );
    const [received] = await receivedBy("sara@example.com");
    expect(received?.from).toBe("hello@rooydad.example");
    const mail = await PostalMime.parse(received?.raw ?? "");
    expect(mail.subject).toBe(SUBJECT);
    expect(mail.text?.trim()).toBe(TEXT.trim());
    expect(mail.html).toContain("سلام سارا");
    expect(mail.from).toMatchObject({ name: "رویداد", address: "hello@rooydad.example" });
    expect(mail.to).toMatchObject([{ address: "sara@example.com" }]);
    expect(mail.messageId).toBe("<019b0000-0000-7000-8000-000000000001@rooydad.example>");
    expect(mail.headers.find(({ key }) => key === "list-unsubscribe")?.value).toBe(
      "<https://rooydad.test/unsubscribe>",
    );
    expect(received?.raw).toMatch(/^Date: /m);
    // 7-bit on the wire, independent of the server's capabilities.
    expect(received?.raw).toMatch(/^\p{ASCII}*$/u);
  });

  test("logs in with a user name and a password with special characters", async () => {
    await smtp({ user: "postman", password: "p@ss %word" }).send(mailTo("with-login@example.com"));
    expect(await receivedBy("with-login@example.com")).toHaveLength(1);
  });

  const failureOf = (sending: Promise<void>) =>
    sending.then(
      () => null,
      (error: unknown) => error,
    );

  test("rejects an email for good on 550 from the recipient's server, and may retry on 450", async () => {
    expect(await failureOf(smtp().send(mailTo("never-here@example.com")))).toBeInstanceOf(
      MailRefused,
    );
    const later = await failureOf(smtp().send(mailTo("later-here@example.com")));
    expect(later).toBeInstanceOf(Error);
    expect(later).not.toBeInstanceOf(MailRefused);
  });

  test("keeps the email on errors of our own: login, sender, no server, no TLS", async () => {
    for (const changes of [
      { user: "postman", password: "wrong" },
      { from: "refused@rooydad.example" },
      { port: 1 },
      { isPlain: false },
    ]) {
      const failure = await failureOf(smtp(changes).send(mailTo("ours@example.com")));
      expect(failure, JSON.stringify(changes)).toBeInstanceOf(Error);
      expect(failure, JSON.stringify(changes)).not.toBeInstanceOf(MailRefused);
    }
    expect(await receivedBy("ours@example.com")).toEqual([]);
  });

  test("marks the email as handed over once, after the server's request and before its reply", async () => {
    const got: number[] = [];
    await smtp().send(
      mailTo("handed@example.com"),
      async () => void got.push((await receivedBy("handed@example.com")).length),
    );
    expect(got).toEqual([0]);
    expect(await receivedBy("handed@example.com")).toHaveLength(1);
  });

  test("hands nothing over if the recipient is refused", async () => {
    let handed = 0;
    for (const to of ["never-handed@example.com", "later-handed@example.com"])
      await failureOf(smtp().send(mailTo(to), async () => void handed++));
    expect(handed).toBe(0);
  });

  test("leaves the email unsent if it cannot be marked as handed over", async () => {
    const failure = await failureOf(
      smtp().send(mailTo("kept-back@example.com"), () =>
        Promise.reject(new Error("another has it")),
      ),
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailUncertain);
    expect(await receivedBy("kept-back@example.com")).toEqual([]);
  });

  test("is uncertain after silence following the text, but not after 451", async () => {
    expect(await failureOf(smtp().send(mailTo("silent-here@example.com")))).toBeInstanceOf(
      MailUncertain,
    );
    expect(await receivedBy("silent-here@example.com")).toHaveLength(1);
    const busy = await failureOf(smtp().send(mailTo("busy-here@example.com")));
    expect(busy).toBeInstanceOf(Error);
    expect(busy).not.toBeInstanceOf(MailUncertain);
    expect(busy).not.toBeInstanceOf(MailRefused);
  });

  test("times out if the server never responds, and the email may be sent later", async () => {
    const limits = { greeting: 150, handOver: 300, answer: 300 };
    const failure = await failureOf(
      smtp({ port: EXTERNAL.hangingPort, limits }).send(mailTo("hanging@example.com")),
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(MailUncertain);
    expect(failure).not.toBeInstanceOf(MailRefused);
  });

  test("makes no header from line breaks in the subject [S-124]", async () => {
    await smtp().send(
      mailTo("subject@example.com", {
        subject: "Hello\r\nBcc: mallory@example.com\r\n\r\n<b>body</b>",
      }),
    );
    const [received] = await receivedBy("subject@example.com");
    const mail = await PostalMime.parse(received?.raw ?? "");
    expect(received?.to).toEqual(["subject@example.com"]);
    expect(mail.headers.map(({ key }) => key)).not.toContain("bcc");
    expect(mail.text).not.toContain("<b>body</b>");
  });

  test.each([
    "list-a@example.com, mallory@example.com",
    "list-b@example.com\r\nRCPT TO:<mallory@example.com>",
    "Sara <list-c@example.com>, <mallory@example.com>",
  ])("given the address %j, sends to no other address", async (to) => {
    await failureOf(smtp().send(mailTo(to)));
    expect(await receivedBy("mallory@example.com")).toEqual([]);
  });
});

describe("the HTTP transport, with a real server", () => {
  const send = (path: string, mail = mailTo("sara@example.com")) =>
    createHttpMail({ url: EXTERNAL.http + path, token: "hush", from: FROM }).send(
      mail,
      async () => {},
    );

  test("sends all of an email to the service, with the token and an idempotency key", async () => {
    await answerWith("/mail", { status: 202, body: {} });
    await send("/mail");
    const [asked] = await askedAt("/mail");
    expect(asked).toMatchObject({
      method: "POST",
      headers: {
        authorization: "Bearer hush",
        "idempotency-key": "019b0000-0000-7000-8000-000000000001",
        "content-type": "application/json",
      },
    });
    expect(JSON.parse(asked?.body ?? "")).toEqual({
      from: FROM,
      to: "sara@example.com",
      subject: SUBJECT,
      text: TEXT,
      html: `<p dir="rtl">${TEXT}</p>`,
    });
  });

  test.each([400, 422])("rejects an email for good on %i", async (status) => {
    await answerWith(`/mail/${status}`, { status, body: {} });
    await expect(send(`/mail/${status}`)).rejects.toBeInstanceOf(MailRefused);
  });

  test.each([401, 403, 404, 408, 429, 500, 503])("may retry on %i", async (status) => {
    await answerWith(`/mail/${status}`, { status, body: {} });
    await expect(send(`/mail/${status}`)).rejects.not.toBeInstanceOf(MailRefused);
  });

  test("does not send the token to a redirect target", async () => {
    await answerWith("/mail/moved", {
      status: 307,
      body: {},
      headers: { Location: `${EXTERNAL.http}/thief` },
    });
    await expect(send("/mail/moved")).rejects.toThrow("307");
    expect(await askedAt("/thief")).toEqual([]);
  });
});
