export interface SmokeAnswer {
  status: number;
  type: string;
  text: string;
}

export function smokeTest(ask: (path: string) => Promise<SmokeAnswer>): Promise<string[]>;
