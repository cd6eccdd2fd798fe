import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import {
  eventSql,
  idOf,
  mailOf,
  personSql,
  prepareState,
  type Running,
  report,
  startProduct,
} from "./killed-product";

/**
 * `tsx tests/bench/mail-storm.ts`, after `npm run build`: one cancelled event, 500 users who saved
 * it, and a real SMTP server that answers 451 to a tenth and 550 to a twentieth of them. Kills the
 * product's process with -9 repeatedly, each time right after the server accepted a mail and before
 * its response. In the end each reader has exactly one mail, or a failed one in the outbox (issue
 * 6). Exits with 1 otherwise.
 */
const READERS = 500;
/** Accepted mails after which the process is killed. */
const KILLS = [40, 160, 300];
/** Minutes between two processes: longer than any claim. */
const APART = 16;
/** Maximum number of retry delays skipped in the last process. */
const WAITS = 8;
/** Timeout of a kill point, ms. */
const WITHIN = 120_000;

const readers = Array.from({ length: READERS }, (_, at) => `reader-${String(at).padStart(3, "0")}`);
/**
 * The server's behaviour per reader. `later`: always 451; `greylisted`: 451 twice, then accepted.
 */
type Kind = "taken" | "later" | "greylisted" | "refused";
const kindOf = (at: number): Kind =>
  at % 20 === 0 ? "later" : at % 20 === 10 ? "greylisted" : at % 20 === 5 ? "refused" : "taken";
const kinds = new Map(readers.map((name, at) => [mailOf(name), kindOf(at)]));

/** Message-IDs of accepted mails, by reader. */
const taken = new Map<string, string[]>();
const asked = new Map<string, number>();
let takenInAll = 0;
let dueKill: { at: number; now: () => void } | null = null;

const answer = (responseCode: number) =>
  Object.assign(new Error("As the bench wants it"), { responseCode });

/**
 * The server's current refusal for a reader; undefined if it accepts. Half of the refusals come
 * after the whole mail.
 */
function refusalOf(address: string): Error | undefined {
  const times = (asked.get(address) ?? 0) + 1;
  asked.set(address, times);
  const kind = kinds.get(address);
  if (kind === "refused") return answer(550);
  if (kind === "later" || (kind === "greylisted" && times <= 2)) return answer(451);
  return undefined;
}
const isToldAtTheEnd = (address: string) => Number(/(\d+)@/.exec(address)?.[1]) % 40 < 20;

const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS", "AUTH"],
  onRcptTo({ address }, _session, done) {
    done(isToldAtTheEnd(address) ? null : refusalOf(address));
  },
  onData(stream, session, done) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => chunks.push(chunk));
    stream.on("end", () => {
      const address = session.envelope.rcptTo[0]?.address ?? "";
      const refusal = isToldAtTheEnd(address) ? refusalOf(address) : undefined;
      if (refusal) return done(refusal);
      const id = /^Message-ID: (\S+)/im.exec(Buffer.concat(chunks).toString("utf8"))?.[1] ?? "none";
      taken.set(address, [...(taken.get(address) ?? []), id]);
      takenInAll += 1;
      if (dueKill && takenInAll >= dueKill.at) {
        dueKill.now();
        dueKill = null;
        // The client is dead: no response.
        return;
      }
      done();
    });
  },
});
await new Promise<void>((ready) => smtp.listen(0, "127.0.0.1", ready));
smtp.on("error", () => {
  // Connections of killed processes.
});

const began = performance.now();
const left = await prepareState("bench-mail-storm");
left.write([
  ...personSql("admin", { role: "admin" }),
  ...personSql("host"),
  eventSql("storm", "host", "approved"),
  ...readers.flatMap((name) => [
    ...personSql(name),
    `INSERT INTO collections (id, owner_id, name, color, icon, is_default, created_at, updated_at) VALUES ('${idOf(`saved ${name}`)}', '${idOf(name)}', 'Saved', 'teal', 'heart', 1, 0, 0)`,
    `INSERT INTO collection_events (collection_id, event_id, position, created_at) VALUES ('${idOf(`saved ${name}`)}', '${idOf("storm")}', 0, 0)`,
  ]),
]);

const vars = {
  MAIL_TRANSPORT: "smtp",
  MAIL_FROM: "Rooydad <hello@bench.example>",
  SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`,
};
const OPEN =
  "SELECT count(*) AS count FROM mails WHERE status IN ('pending', 'sending', 'handed-over') AND to_address LIKE 'reader-%'";
const open = () => left.read<{ count: number }>(OPEN)[0]?.count ?? 0;
/** Unsent mails due by a process's clock; unclaimed ones are due at once. */
const dueBy = (now: number) =>
  left.read<{ count: number }>(`${OPEN} AND due_at <= ?`, now)[0]?.count ?? 0;

async function killedAt(
  product: Running,
  mails: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const dead = new Promise<void>((resolve, reject) => {
    const late = setTimeout(
      () => reject(new Error(`The server never took ${mails} mails; ${takenInAll} so far.`)),
      WITHIN,
    );
    dueKill = {
      at: mails,
      now: () => {
        clearTimeout(late);
        void product.kill().then(resolve);
      },
    };
  });
  // Requests to the dying process fail without a response.
  void work().catch((error: Error) => takenInAll < mails && console.log(error.message));
  await dead;
}

console.log(`Prepared in ${Math.round((performance.now() - began) / 1_000)} s.`);

/** Starts a process, runs the work, and kills it if a kill is due. */
async function live(life: number, work: (product: Running) => Promise<unknown>): Promise<Running> {
  const start = performance.now();
  const product = await startProduct(left, life * APART, vars);
  const ready = performance.now();
  const kill = KILLS[life];
  await (kill === undefined ? work(product) : killedAt(product, kill, () => work(product)));
  const seconds = (from: number, to: number) => ((to - from) / 1_000).toFixed(1);
  console.log(
    `Life ${life + 1}: started in ${seconds(start, ready)} s, worked ${seconds(ready, performance.now())} s; taken ${takenInAll}, open ${open()}${kill === undefined ? "" : ", killed"}`,
  );
  return product;
}

const nowIn = (life: number) => Date.now() + life * APART * 60_000;
const sweepAll = async (product: Running, life: number) => {
  do await product.sweep();
  while (dueBy(nowIn(life)) > 0);
};

await live(0, async (product) => {
  const answered = await product.ask("admin", "POST", `/events/${idOf("storm")}/lifecycle`, {
    lifecycle: "cancelled",
    message: "One of the players is ill; we are sorry.",
  });
  if (!answered.ok)
    throw new Error(
      `The event could not be cancelled: ${answered.status} ${await answered.text()}`,
    );
});
for (let life = 1; life < KILLS.length; life++)
  await live(life, (product) => sweepAll(product, life));
const product = await live(KILLS.length, async (last) => {
  await sweepAll(last, KILLS.length);
  // Until the last of six attempts: makes retries due at once.
  for (let wait = 0; open() > 0 && wait < WAITS; wait++) {
    left.write([
      `UPDATE mails SET due_at = ${nowIn(KILLS.length)} WHERE status IN ('pending', 'handed-over')`,
    ]);
    await sweepAll(last, KILLS.length);
  }
});

/** Failed mails to the readers on /admin/outbox, by address. */
async function listedAsFailed(from: Running): Promise<Set<string>> {
  const failed = new Set<string>();
  const cookie = from.cookieOf("admin");
  for (let path: string | null = "/admin/outbox?lang=en"; path; ) {
    const html: string = await (
      await fetch(from.url + path, { headers: { Cookie: cookie } })
    ).text();
    for (const item of html.split("<li").slice(1))
      if (item.includes("Failed")) {
        const address = /<bdi>([^<]+@bench\.example)<\/bdi>/.exec(item)?.[1];
        if (address) failed.add(address);
      }
    const next: string | undefined =
      /href="(\/admin\/outbox\?[^"]*after=[^"]*)"[^>]*>(?:<[^>]*>)*Next page/.exec(html)?.[1];
    path = next ? next.replaceAll("&amp;", "&") : null;
  }
  return failed;
}

interface MailRow {
  address: string;
  status: string;
  lastError: string | null;
  attempts: number;
}
const rows = left.read<MailRow>(
  "SELECT to_address AS address, status, last_error AS lastError, attempts FROM mails WHERE to_address LIKE 'reader-%'",
);
const failed = await listedAsFailed(product);
const times = (address: string) => taken.get(address)?.length ?? 0;
const addresses = [...kinds.keys()];
const count = (holds: (address: string) => boolean) => addresses.filter(holds).length;
const rowOf = new Map(rows.map((row) => [row.address, row]));
const of =
  (...kind: Kind[]) =>
  (address: string) =>
    kind.includes(kinds.get(address) as Kind);
const uncertain = rows.filter(({ lastError }) => lastError === "uncertain");

console.log();
report([
  ["readers", addresses.length, READERS],
  [
    "mails written, one a reader",
    new Set(rows.map(({ address }) => address)).size === rows.length ? rows.length : "doubles",
    READERS,
  ],
  ["kills in the middle", KILLS.length, KILLS.length],
  ["readers who got two", count((address) => times(address) > 1), 0],
  [
    "readers who got nothing and are not listed",
    count((address) => times(address) === 0 && !failed.has(address)),
    0,
  ],
  ["mails still open", open(), 0],
  [
    "listed on /admin/outbox as failed, and dead in the database",
    failed.size,
    rows.filter(({ status }) => status === "dead").length,
  ],
  [
    "550: listed, nothing got",
    count((address) => of("refused")(address) && failed.has(address) && times(address) === 0),
    count(of("refused")),
  ],
  [
    "451 for ever: listed after six attempts, nothing got",
    count(
      (address) =>
        of("later")(address) &&
        failed.has(address) &&
        times(address) === 0 &&
        (rowOf.get(address)?.attempts ?? 0) >= 6,
    ),
    count(of("later")),
  ],
  [
    "451 twice, then taken: got one",
    count((address) => of("greylisted")(address) && times(address) === 1),
    count(of("greylisted")) -
      uncertain.filter(({ address }) => of("greylisted")(address) && times(address) === 0).length,
  ],
  [
    "sent, and got by exactly one",
    rows.filter(({ address, status }) => status === "sent" && times(address) === 1).length,
    rows.filter(({ status }) => status === "sent").length,
  ],
  ["uncertain, so listed rather than sent again", uncertain.length, "any"],
  [
    "  of these the server had taken",
    uncertain.filter(({ address }) => times(address) === 1).length,
    "any",
  ],
  ["seconds in all", Math.round((performance.now() - began) / 1_000), "any"],
]);
await product.kill();
smtp.close();
process.exit();
