import { type Connection, Server, type WSMessage } from "partyserver";
import { MessageLimiter } from "./message-limiter";
import { type CityNotification, type EventChanged, encode } from "./protocol";
import { deliver, dismiss } from "./refusals";
import { MOST_SHARDS, readShardName, shardName } from "./shards";
import type { UserRoom } from "./user-room";

const SHARDS = "shards";
const MEMBER = "member:";
/** Rooms of people that are told at the same time. */
const AT_ONCE = 50;

type Tell = (member: DurableObjectStub<UserRoom>) => Promise<number | null>;

/**
 * Everyone who looks at a city's page, and people who follow the city from their own room. Receive-only: what a client
 * sends is ignored, or too much of it closes the socket. A crowded city has several rooms, by number (shards.ts); what is
 * announced to the first one goes on to the others.
 */
export class CityRoom extends Server<Env> {
  static override options = { hibernate: true };
  /** Sockets of one room, and people who follow from theirs. */
  static capacity = 1_000;

  readonly #limiter = new MessageLimiter();

  /** A full room refuses the socket before it is accepted: whoever leads here looks for another one. */
  override async fetch(request: Request): Promise<Response> {
    const isFull = this.ctx.getWebSockets().length >= CityRoom.capacity;
    return isFull ? new Response("Full", { status: 503 }) : super.fetch(request);
  }

  override onMessage(connection: Connection, message: WSMessage): void {
    if (connection.readyState !== WebSocket.OPEN) return;
    const fault = this.#limiter.fault(connection.id, message, Date.now());
    if (fault) dismiss(connection, fault, "en");
  }

  override onClose(connection: Connection): void {
    this.#limiter.forget(connection.id);
  }

  /** How many rooms the city has. Of the first one. Called over RPC, as all below. */
  async countShards(): Promise<number> {
    return (await this.ctx.storage.get<number>(SHARDS)) ?? 1;
  }

  /** Opens one more room, unless somebody has done so since there were `count`. @returns how many there are now */
  async addShard(count: number): Promise<number> {
    const now = await this.countShards();
    if (now > count || now >= MOST_SHARDS) return now;
    await this.ctx.storage.put(SHARDS, now + 1);
    return now + 1;
  }

  /** Takes in somebody who follows the city from their own room. @returns null where this room is full */
  async join(userId: string): Promise<true | null> {
    const key = MEMBER + userId;
    if ((await this.ctx.storage.get(key)) !== undefined) return true;
    const members = await this.ctx.storage.list({ prefix: MEMBER, limit: CityRoom.capacity });
    if (members.size >= CityRoom.capacity) return null;
    await this.ctx.storage.put(key, true);
    return true;
  }

  async leave(userId: string): Promise<void> {
    await this.ctx.storage.delete(MEMBER + userId);
  }

  /** Tells all listeners of the city and answers how many there were. Of the first room. */
  async announce(message: EventChanged): Promise<number> {
    const { city } = readShardName(this.name);
    const count = await this.countShards();
    const others = Array.from({ length: count - 1 }, (_, at) => this.env.CITY_ROOM.getByName(shardName(city, at + 1)));
    const told = await Promise.allSettled([this.announceHere(message), ...others.map((room) => room.announceHere(message))]);
    // Rooms that cannot be reached are not waited for: their listeners see it with the next page.
    return told.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
  }

  /** Tells those followers of the city who are there of a new event, each device once. Of the first room. */
  async announceNotification(news: CityNotification): Promise<void> {
    const { city } = readShardName(this.name);
    const count = await this.countShards();
    const others = Array.from({ length: count - 1 }, (_, at) => this.env.CITY_ROOM.getByName(shardName(city, at + 1)));
    await Promise.allSettled([this.announceNotificationHere(news), ...others.map((room) => room.announceNotificationHere(news))]);
  }

  /** The followers who are registered with this one room. */
  async announceNotificationHere(news: CityNotification): Promise<void> {
    await this.#tellMembers((member) => member.cityNotification(news));
  }

  /** Tells the listeners of this one room. */
  async announceHere(message: EventChanged): Promise<number> {
    const text = encode(message);
    let told = 0;
    for (const connection of this.getConnections()) if (deliver(connection, text)) told++;
    return told + (await this.#tellMembers((member) => member.cityChanged(message)));
  }

  /** @param tell answers how many sockets were told; null where nobody there follows the city any more */
  async #tellMembers(tell: Tell): Promise<number> {
    const members = [...(await this.ctx.storage.list({ prefix: MEMBER })).keys()];
    let told = 0;
    for (let at = 0; at < members.length; at += AT_ONCE)
      told += (await Promise.all(members.slice(at, at + AT_ONCE).map((key) => this.#tellMember(key, tell)))).reduce((a, b) => a + b, 0);
    return told;
  }

  /** Whoever does not listen any more is taken out. @returns how many sockets of theirs were told */
  async #tellMember(key: string, tell: Tell): Promise<number> {
    try {
      const told = await tell(this.env.USER_ROOM.getByName(key.slice(MEMBER.length)));
      if (told !== null) return told;
      await this.ctx.storage.delete(key);
    } catch {
      // Their room cannot be reached now; the next announcement tries again.
    }
    return 0;
  }
}
