import { can } from "./permissions";
import type { ViewerView } from "./views";

type SignedIn = Pick<ViewerView, "id" | "displayName" | "photoUrl" | "role" | "isVerified" | "isOnboarded">;

/** The first letters of the first and the last name, in either script. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map((word) => (word ? [...word][0] : ""));
  // Persian letters would join into a word of their own.
  return letters.join(/[\u0600-\u06ff]/.test(letters[0] ?? "") ? "\u200c" : "").toUpperCase();
}

/** What every page may know of whoever is signed in; null for visitors. */
export function viewerOf(signedIn: SignedIn | null): ViewerView | null {
  if (!signedIn) return null;
  const { id, displayName, photoUrl, role, isVerified, isOnboarded } = signedIn;
  return {
    id,
    displayName,
    initials: initialsOf(displayName),
    photoUrl,
    role,
    isVerified,
    isOnboarded,
    can: { readOutbox: can(signedIn, "outbox:read") },
  };
}
