import type { CityRoom } from "./city-room";

/** Limit of rooms per city: a hundred thousand listeners. */
export const MAX_SHARDS = 100;
/** Attempts to open a new room before a listener is refused. */
const ATTEMPTS = 3;

type Rooms = DurableObjectNamespace<CityRoom>;

/**
 * The name of a city's room by number. The first one has the city's name and stores how many there
 * are.
 */
export const shardName = (city: string, shard: number): string =>
  shard === 0 ? city : `${city}#${shard}`;

/** The number in a room's name, and its city. */
export function readShardName(name: string): { city: string; shard: number } {
  const [city = name, shard] = name.split("#");
  return { city, shard: Number(shard ?? 0) };
}

/**
 * Finds a place in a city's rooms: a random one, else the newest, else a new one.
 * @param take takes the place; returns null when the room is full
 * @returns the result of `take` and the room's number; null when all are full
 */
export async function findPlace<T>(
  rooms: Rooms,
  city: string,
  take: (room: DurableObjectStub<CityRoom>) => Promise<T | null>,
): Promise<{ shard: number; taken: T } | null> {
  const first = rooms.getByName(city);
  let count = await first.countShards();
  const any = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % count;
  const tried = new Set<number>();
  for (let attempt = 0; attempt <= ATTEMPTS; attempt++) {
    for (const shard of attempt === 0 ? [any, count - 1] : [count - 1]) {
      if (tried.has(shard)) continue;
      tried.add(shard);
      const taken = await take(rooms.getByName(shardName(city, shard)));
      if (taken !== null) return { shard, taken };
    }
    count = await first.addShard(count);
  }
  return null;
}
