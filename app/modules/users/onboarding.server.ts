import type { Deps } from "../../lib/deps";
import type { Actor } from "../../lib/permissions";
import type { Preferences } from "./schema";
import { updateProfile } from "./update-profile.server";

/** Ends the onboarding and keeps what has been chosen (product.md §4). */
export async function completeOnboarding(deps: Deps, actor: Actor, preferences: Preferences): Promise<void> {
  await updateProfile(deps, actor, { ...preferences, onboardingCompleted: true });
}

/** Ends the onboarding without any preference. */
export async function skipOnboarding(deps: Deps, actor: Actor): Promise<void> {
  await updateProfile(deps, actor, { onboardingCompleted: true });
}
