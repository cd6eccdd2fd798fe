import { type Connection, Server, type WSMessage } from "partyserver";
import { MessageLimiter } from "./message-limiter";
import { type CityNotification, type EventChanged, encode } from "./protocol";
import { deliver, dismiss } from "./refusals";
import { MAX_SHARDS, readShardName, shardName } from "./shards";
import type { UserRoom } from "./user-room";

const SHARDS = "shards";
const MEMBER = "member:";
/** Rooms notified in parallel. */
const AT_ONCE = 50;

type Notify = (member: DurableObjectStub<UserRoom>) => Promise<number | null>;

/**
 * Listeners of a city's page and users who follow the city through their own room. Receive-only:
 * messages of clients are ignored, and a flood closes the socket. A crowded city has several
 * numbered rooms (shards.ts); the first one forwards announcements to the others.
 */
export class CityRoom extends Server<Env> {
  static override options = { hibernate: true };
  /** Capacity of a room: sockets and followers. */
  static capacity = 1_000;

  readonly #limiter = new MessageLimiter();

  /** A full room refuses the socket before accepting it; the caller then tries another room. */
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

  /** Opens one more room unless `count` is out of date. @returns the current number of rooms */
  async addShard(count: number): Promise<number> {
    const now = await this.countShards();
    if (now > count || now >= MAX_SHARDS) return now;
    await this.ctx.storage.put(SHARDS, now + 1);
    return now + 1;
  }

  /**
   * Adds a user who follows the city through their own room. @returns null when this room is full
   */
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

  /**
   * Notifies all listeners of the city. Called on the first room. @returns the number of sockets
   */
  async announce(message: EventChanged): Promise<number> {
    const { city } = readShardName(this.name);
    const count = await this.countShards();
    const others = Array.from({ length: count - 1 }, (_, at) =>
      this.env.CITY_ROOM.getByName(shardName(city, at + 1)),
    );
    const notified = await Promise.allSettled([
      this.announceHere(message),
      ...others.map((room) => room.announceHere(message)),
    ]);
    // Rooms that cannot be reached are not waited for: their listeners see it with the next page.
    return notified.reduce((sum, one) => sum + (one.status === "fulfilled" ? one.value : 0), 0);
  }

  /** Notifies connected followers of a new event, each device once. Called on the first room. */
  async announceNotification(notification: CityNotification): Promise<void> {
    const { city } = readShardName(this.name);
    const count = await this.countShards();
    const others = Array.from({ length: count - 1 }, (_, at) =>
      this.env.CITY_ROOM.getByName(shardName(city, at + 1)),
    );
    await Promise.allSettled([
      this.announceNotificationHere(notification),
      ...others.map((room) => room.announceNotificationHere(notification)),
    ]);
  }

  /** Announces to the followers registered in this room. */
  async announceNotificationHere(notification: CityNotification): Promise<void> {
    await this.#notifyMembers((member) => member.cityNotification(notification));
  }

  /** Notifies the listeners of this room. */
  async announceHere(message: EventChanged): Promise<number> {
    const text = encode(message);
    let notified = 0;
    for (const connection of this.getConnections()) if (deliver(connection, text)) notified++;
    return notified + (await this.#notifyMembers((member) => member.cityChanged(message)));
  }

  /**
   * @param notify returns the number of notified sockets; null when the user follows the city no
   * longer
   */
  async #notifyMembers(notify: Notify): Promise<number> {
    const members = [...(await this.ctx.storage.list({ prefix: MEMBER })).keys()];
    let notified = 0;
    for (let at = 0; at < members.length; at += AT_ONCE)
      notified += (
        await Promise.all(
          members.slice(at, at + AT_ONCE).map((key) => this.#notifyMember(key, notify)),
        )
      ).reduce((a, b) => a + b, 0);
    return notified;
  }

  /** Removes users who stopped listening. @returns the number of notified sockets */
  async #notifyMember(key: string, notify: Notify): Promise<number> {
    try {
      const notified = await notify(this.env.USER_ROOM.getByName(key.slice(MEMBER.length)));
      if (notified !== null) return notified;
      await this.ctx.storage.delete(key);
    } catch {
      // Their room cannot be reached now; the next announcement tries again.
    }
    return 0;
  }
}
