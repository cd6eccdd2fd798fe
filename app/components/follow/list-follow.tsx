import type { ListFollowView } from "../../lib/pages/views";
import { Button } from "../../ui/button";

/**
 * Follows a list or a host, or ends that, by a native form: little code for pages of many parts.
 * @param label its name, where the page has several
 */
export function ListFollow({ follow, label }: { follow: ListFollowView | null; label?: string }) {
  return (
    follow && (
      <form method="post" action={follow.action}>
        <Button
          variant="default"
          intent={follow.intent}
          aria-label={label}
          aria-pressed={follow.intent === "unfollow"}
          icon="bell"
        >
          {follow.label}
        </Button>
      </form>
    )
  );
}
