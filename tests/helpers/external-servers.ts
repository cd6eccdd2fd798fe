import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createSocketServer, type Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  export interface ProvidedContext {
    external: { http: string; smtpPort: number; hangingPort: number };
  }
}

/** Response of a path of the HTTP server. */
export interface Answer {
  status?: number;
  body: unknown;
  headers?: Record<string, string>;
  /** Sends this many bytes at a time, at an interval in ms. */
  slowly?: { bytes: number; every: number };
  /** Closes the connection after this many bytes. */
  breaksAfter?: number;
}

/** A request to the HTTP server. */
export interface ReceivedRequest {
  method: string;
  url: string;
  headers: Record<string, string | string[] | undefined>;
  body: string;
  /** The body in base64, for encrypted content. */
  bytes: string;
}

/** A mail that the SMTP server accepted, as received. */
export interface Received {
  from: string;
  to: string[];
  raw: string;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const pathOf = (url: string) => new URL(url, "http://external.test").pathname;

/**
 * A real HTTP server for the services that the Worker calls: it sends configured responses (PUT
 * /_answer) and records requests (GET /_asked?path=). And a real SMTP server whose mail is at GET
 * /_received?to=. It refuses `later-…` temporarily (450), `never-…` permanently (550), a whole mail
 * to `busy-…` temporarily (451), and the login of `log-…` senders (535); for `silent-…` it accepts
 * the mail and closes the connection without a response.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const answers = new Map<string, Answer>();
  const asked: ReceivedRequest[] = [];
  const received: Received[] = [];

  const control: Record<string, (url: URL, body: string) => unknown> = {
    "/_answer": (url, body) =>
      void answers.set(url.searchParams.get("path") ?? "", JSON.parse(body) as Answer),
    "/_asked": (url) => asked.filter((one) => pathOf(one.url) === url.searchParams.get("path")),
    "/_received": (url) =>
      received.filter(({ to }) => to.includes(url.searchParams.get("to") ?? "")),
  };

  const http = createServer(async (request: IncomingMessage, response: ServerResponse) => {
    const bytes = await bytesOf(request);
    const body = bytes.toString("utf8");
    const url = new URL(request.url ?? "/", "http://external.test");
    const reply = async ({
      status = 200,
      body: said,
      headers = {},
      slowly,
      breaksAfter,
    }: Answer) => {
      response.writeHead(status, { "Content-Type": "application/json", ...headers });
      const bytes = Buffer.from(typeof said === "string" ? said : JSON.stringify(said));
      if (breaksAfter !== undefined) {
        response.write(bytes.subarray(0, breaksAfter), () => response.destroy());
        return;
      }
      if (slowly) {
        for (let start = 0; start < bytes.length && !response.destroyed; start += slowly.bytes) {
          response.write(bytes.subarray(start, start + slowly.bytes));
          await new Promise((resume) => setTimeout(resume, slowly.every));
        }
        response.end();
        return;
      }
      response.end(bytes);
    };
    const told = control[url.pathname];
    if (told) return reply({ body: told(url, body) ?? null });
    asked.push({
      method: request.method ?? "",
      url: request.url ?? "",
      headers: request.headers,
      body,
      bytes: bytes.toString("base64"),
    });
    await reply(
      answers.get(url.pathname) ?? {
        status: 404,
        body: { error: "Nobody has said what to answer." },
      },
    );
  });

  const smtp = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    disabledCommands: ["STARTTLS"],
    onAuth({ username, password }, _session, done) {
      if (username === "postman" && password === "p@ss %word") done(null, { user: username });
      else done(Object.assign(new Error("Log-in refused"), { responseCode: 535 }));
    },
    onMailFrom({ address }, _session, done) {
      done(
        address.startsWith("refused")
          ? Object.assign(new Error("Sender refused"), { responseCode: 553 })
          : null,
      );
    },
    onRcptTo({ address }, _session, done) {
      if (address.startsWith("later-"))
        return done(Object.assign(new Error("Try later"), { responseCode: 450 }));
      if (address.startsWith("never-"))
        return done(Object.assign(new Error("No such reader"), { responseCode: 550 }));
      done();
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const isFor = (name: string) => rcptTo.some(({ address }) => address.startsWith(name));
        if (isFor("busy-")) return done(Object.assign(new Error("Busy"), { responseCode: 451 }));
        received.push({
          from: mailFrom ? mailFrom.address : "",
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString("utf8"),
        });
        if (!isFor("silent-")) return done();
        for (const connection of smtp.connections)
          if (connection.session.id === session.id) connection.close();
      });
    },
  });

  // Accepts connections and never responds; GET /_hung counts them, PUT /_hung closes them.
  const hung = new Set<Socket>();
  let hungInAll = 0;
  const hanging = createSocketServer((socket) => {
    hungInAll += 1;
    hung.add(socket.on("error", () => {}).on("close", () => hung.delete(socket)));
  });
  control["/_hung"] = (_url, body) => {
    if (body !== "") for (const socket of hung) socket.destroy();
    return hungInAll;
  };

  await new Promise<void>((ready) => hanging.listen(0, "127.0.0.1", ready));
  await new Promise<void>((ready) => http.listen(0, "127.0.0.1", ready));
  await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
  project.provide("external", {
    http: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    smtpPort: (smtp.server.address() as AddressInfo).port,
    hangingPort: (hanging.address() as AddressInfo).port,
  });
  return async () => {
    for (const socket of hung) socket.destroy();
    hanging.close();
    http.closeAllConnections();
    await Promise.all([
      new Promise((closed) => http.close(closed)),
      new Promise<void>((closed) => smtp.close(() => closed())),
    ]);
  };
}
