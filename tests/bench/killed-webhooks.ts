import { createHmac } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { eventSql, idOf, type Left, type Running, report } from "./killed-product";

/** 500 deliveries: a hundred events to each of five receivers. */
const RECEIVERS = 5;
const EVENTS = 100;
const DELIVERIES = RECEIVERS * EVENTS;
/** Messages that are made when the first process is killed. */
const MADE = 30;
/** Accepted requests after which the next ones are killed, before they get the answer. */
const KILLS = [40, 160, 300];
const WITHIN = 120_000;

interface Received {
  receiver: number;
  id: string;
  body: string;
  signature: string;
  timestamp: string;
}

/**
 * Kills the process as it makes messages of 100 published events, then three times right after a
 * receiver accepted a delivery and before its answer. @param until waits for a condition @param
 * live starts the next process
 */
export async function deliveringWebhooks(
  left: Left,
  live: () => Promise<Running>,
  until: (holds: () => boolean) => Promise<void>,
) {
  const received: Received[] = [];
  let due: { at: number; now: () => void } | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const header = (name: string) => String(request.headers[name]);
      received.push({
        receiver: Number(request.url?.slice(1)),
        id: header("webhook-id"),
        timestamp: header("webhook-timestamp"),
        signature: header("webhook-signature"),
        body: Buffer.concat(chunks).toString("utf8"),
      });
      if (due && received.length >= due.at) {
        due.now();
        due = null;
      }
      // The others are answered as the process dies: some of it may have been noted.
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const count = (sql: string) => Number(Object.values(left.read(sql)[0] ?? {})[0]);
  const waiting = () =>
    count("SELECT count(*) FROM webhook_causes") +
    count("SELECT count(*) FROM webhook_deliveries WHERE status <> 'sent'");
  const quietly = (work: Promise<unknown>) => work.catch(() => undefined);

  let product = await live();
  const secrets: string[] = [];
  const ids: string[] = [];
  for (let at = 0; at < RECEIVERS; at++) {
    const input = {
      url: "https://hall.rooydad-bench.org/",
      types: ["event.published"],
      ownOnly: true,
    };
    const answer = await product.ask("hooked", "POST", "/me/webhooks", input);
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    const made = (await answer.json()) as { id: string; secret: string };
    ids.push(made.id);
    secrets.push(made.secret);
  }
  await product.kill();
  left.write([
    ...ids.map(
      (id, at) => `UPDATE webhook_endpoints SET url = '${origin}/${at}' WHERE id = '${id}'`,
    ),
    ...Array.from({ length: EVENTS }, (_, at) => eventSql(`hooked ${at}`, "hooked", "approved")),
  ]);
  const causes = count("SELECT count(*) FROM webhook_causes");

  product = await live();
  void quietly(product.sweep());
  await until(() => count("SELECT count(*) FROM webhook_messages") >= MADE);
  await product.kill();
  const made = count("SELECT count(*) FROM webhook_messages");

  for (const at of KILLS) {
    const doomed = await live();
    const dead = new Promise<void>((resolve, reject) => {
      const late = setTimeout(
        () =>
          reject(new Error(`The receivers never got ${at} deliveries; ${received.length} so far.`)),
        WITHIN,
      );
      due = {
        at,
        now: () => {
          clearTimeout(late);
          void doomed.kill().then(resolve);
        },
      };
    });
    void quietly(doomed.sweep());
    await dead;
    console.log(
      `Killed at ${at} deliveries; received ${received.length}, of these noted ${count("SELECT count(*) FROM webhook_deliveries WHERE status = 'sent'")}.`,
    );
  }
  product = await live();
  for (let turn = 0; turn < 10 && waiting() > 0; turn++) await product.sweep();
  await product.kill();
  server.close();

  const eventOf = ({ body }: Received) =>
    (JSON.parse(body) as { data: { event: { id: string } } }).data.event.id;
  const byDelivery = new Map<string, Received[]>();
  for (const one of received) {
    const key = `${one.receiver} ${eventOf(one)}`;
    byDelivery.set(key, [...(byDelivery.get(key) ?? []), one]);
  }
  const wanted = Array.from({ length: EVENTS }, (_, at) => idOf(`hooked ${at}`)).flatMap((id) =>
    secrets.map((_, at) => `${at} ${id}`),
  );
  const isSigned = ({ receiver, id, timestamp, signature, body }: Received) =>
    signature.includes(
      createHmac("sha256", Buffer.from(secrets[receiver]?.slice(6) ?? "", "base64"))
        .update(`${id}.${timestamp}.${body}`)
        .digest("base64"),
    );
  const repeated = [...byDelivery.values()].filter((times) => times.length > 1);
  console.log("\nWebhooks");
  report([
    ["events published, of which the database noted", causes, EVENTS],
    ["messages made when it was killed the first time", made, "any"],
    ["  which is neither none nor all", made > 0 && made < EVENTS ? "so" : "not so", "so"],
    ["kills amid deliveries", KILLS.length, KILLS.length],
    [
      "deliveries that were received",
      wanted.filter((key) => byDelivery.has(key)).length,
      DELIVERIES,
    ],
    [
      "  that nobody ordered",
      [...byDelivery.keys()].filter((key) => !wanted.includes(key)).length,
      0,
    ],
    ["  more than once: at most those under way at a kill", repeated.length, "any"],
    [
      "    of these under another webhook-id, or with another body",
      repeated.filter((times) => new Set(times.map(({ id, body }) => `${id} ${body}`)).size > 1)
        .length,
      0,
    ],
    ["    too many", Math.max(0, repeated.length - KILLS.length * RECEIVERS), 0],
    ["requests that are signed right", received.filter(isSigned).length, received.length],
    ["messages, one an event", count("SELECT count(*) FROM webhook_messages"), EVENTS],
    [
      "deliveries that are noted as sent",
      count("SELECT count(*) FROM webhook_deliveries WHERE status = 'sent'"),
      DELIVERIES,
    ],
    ["causes and deliveries left open", waiting(), 0],
  ]);
}
