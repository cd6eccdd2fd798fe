import { and, eq, isNull } from "drizzle-orm";
import { users } from "../../../db/schema";
import type { Deps } from "../../lib/deps";
import { type Actor, assertCan } from "../../lib/permissions";
import type { Preferences } from "./schema";
import { updateProfile } from "./update-profile.server";

async function finish({ db, clock }: Deps, actor: Actor): Promise<void> {
  await db
    .update(users)
    .set({ onboardingCompletedAt: clock.now() })
    .where(and(eq(users.id, actor.id), isNull(users.onboardingCompletedAt)));
}

/** Ends the onboarding and keeps what has been chosen (product.md §4). */
export async function completeOnboarding(deps: Deps, actor: Actor, preferences: Preferences): Promise<void> {
  await updateProfile(deps, actor, preferences);
  await finish(deps, actor);
}

/** Ends the onboarding without any preference. */
export async function skipOnboarding(deps: Deps, actor: Actor): Promise<void> {
  assertCan(actor, "account:manage");
  await finish(deps, actor);
}
