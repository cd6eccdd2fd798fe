import {
  deriveKeyHere,
  hashPassword,
  PASSWORD_COST,
} from "../../app/modules/identity/password.server";
import {
  DEFAULT_NOTIFICATIONS,
  userSearchKey,
} from "../../app/modules/identity/users/queries.server";
import type { Database } from "../client";
import { users } from "../schema";
import { seedId } from "./seed-statements";

/** The password of the demo accounts, unless SEED_PASSWORD is set (decisions.md §5). */
export const DEMO_PASSWORD = "Rooydad-demo-1405";

interface DemoAccount {
  email: string;
  displayName: string;
  role: (typeof users.$inferSelect)["role"];
  trustScore: number;
}

const MONTH = 30 * 86_400_000;

/** One account a role, for local runs alone. */
const DEMO_ACCOUNTS: readonly DemoAccount[] = [
  { email: "user@rooydad.example", displayName: "Nasrin Kamali", role: "user", trustScore: 40 },
  {
    email: "moderator@rooydad.example",
    displayName: "Babak Rostami",
    role: "moderator",
    trustScore: 0,
  },
  { email: "admin@rooydad.example", displayName: "Laleh Sabet", role: "admin", trustScore: 0 },
  { email: "owner@rooydad.example", displayName: "Kian Parsa", role: "owner", trustScore: 0 },
];

/**
 * Adds the demo accounts that are not there yet: verified, onboarding done, language English.
 * @returns how many
 */
export async function seedAccounts(db: Database, now: number, password: string): Promise<number> {
  const known = new Set(
    (await db.select({ email: users.email }).from(users)).map(({ email }) => email),
  );
  const missing = DEMO_ACCOUNTS.filter(({ email }) => !known.has(email));
  const hashing = {
    random: { bytes: (count: number) => crypto.getRandomValues(new Uint8Array(count)) },
    passwordCost: PASSWORD_COST,
    deriveKey: deriveKeyHere,
  };
  for (const { email, displayName, role, trustScore } of missing) {
    await db.insert(users).values({
      id: await seedId("user", email),
      email,
      emailVerifiedAt: now,
      emailProvedAt: now,
      displayName,
      role,
      trustScore,
      preferredLanguage: "en",
      passwordHash: await hashPassword(hashing, password),
      interests: [],
      cities: [],
      notificationPreferences: DEFAULT_NOTIFICATIONS,
      onboardingCompletedAt: now,
      searchKey: userSearchKey(displayName, email),
      // Old enough for a report to count (decisions.md §3).
      createdAt: now - MONTH,
      updatedAt: now,
    });
  }
  return missing.length;
}
