import autocannon from "autocannon";

const CONNECTIONS = 8;

export interface Target {
  url: string;
  /** Headers of all requests, or of each by its number. */
  headers?: Record<string, string> | ((count: number) => Record<string, string>) | undefined;
  /** The expected status; 200 by default. */
  status?: number;
  /**
   * At once. With one, a slow target leaves no work behind that would slow down the slices after
   * its own.
   */
  connections?: number;
}

/** Rates of one target, requests per second, a slice each. */
export type Rates = readonly number[];

async function slice(
  { url, headers, status = 200, connections = CONNECTIONS }: Target,
  seconds: number,
): Promise<number> {
  let count = 0;
  const { requests, statusCodeStats, errors, duration } = await autocannon({
    url,
    connections,
    duration: seconds,
    ...(typeof headers === "function"
      ? { requests: [{ setupRequest: (request) => ({ ...request, headers: headers(count++) }) }] }
      : { headers }),
  });
  const others = Object.keys(statusCodeStats ?? {}).filter((code) => Number(code) !== status);
  if (others.length > 0 || errors > 0)
    throw new Error(`${url}: answers with ${others.join(", ")}, ${errors} failed.`);
  return requests.total / duration;
}

/**
 * Rates of all targets in slices of one second, in turn, after one that does not count: whatever
 * else the machine does meanwhile meets every target.
 */
export async function measureInTurn<Name extends string>(
  targets: Record<Name, Target>,
  slices: number,
): Promise<Record<Name, Rates>> {
  const rates = Object.fromEntries(
    Object.keys(targets).map((name) => [name, [] as number[]]),
  ) as Record<Name, number[]>;
  for (let round = 0; round <= slices; round++) {
    for (const name of Object.keys(targets) as Name[]) {
      const rate = await slice(targets[name], 1);
      if (round > 0) rates[name].push(rate);
    }
  }
  return rates;
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** The ratio of two rates: the median over the slices that followed each other. */
export const ratioOf = (rates: Rates, reference: Rates): number =>
  median(rates.map((rate, index) => rate / (reference[index] ?? 0)));
