import type { Deps } from "../../../lib/deps";
import type { Actor } from "../../../lib/permissions";
import type { Preferences } from "./schema";
import { updateProfile } from "./update-profile.server";

/** Completes the onboarding and saves the preferences (product.md §4). */
export async function completeOnboarding(
  deps: Deps,
  actor: Actor,
  preferences: Preferences,
): Promise<void> {
  await updateProfile(deps, actor, { ...preferences, onboardingCompleted: true });
}

/** Completes the onboarding without preferences. */
export async function skipOnboarding(deps: Deps, actor: Actor): Promise<void> {
  await updateProfile(deps, actor, { onboardingCompleted: true });
}
