import { useEffect, useState } from "react";
import { LinkButton } from "~/ui/button";
import { useAddress } from "~/ui/link";
import type { EventPageView } from "./event.server";

/** Leads to the form for a place; beside it, once it is known, how many are left. */
export function RsvpButton({
  rsvp: { href, places, label },
  className,
}: {
  rsvp: NonNullable<EventPageView["rsvp"]>;
  className?: string | undefined;
}) {
  const address = useAddress();
  const [left, setLeft] = useState<string | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    fetch(address(places), { signal: leaving.signal })
      .then((answer): Promise<{ text: string | null }> | { text: null } =>
        answer.ok ? answer.json() : { text: null },
      )
      .then(({ text }) => setLeft(text))
      // The form says it as well.
      .catch(() => {});
    return () => leaving.abort();
  }, [address, places]);
  return (
    <LinkButton to={href} size="lg" className={className} rel="nofollow">
      {label}
      {left && ` · ${left}`}
    </LinkButton>
  );
}
