import { useNavigate } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { findPosition } from "~/components/event-browser/find-position";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { useAddress } from "~/ui/link";
import { useText } from "~/ui/text";

/** Link to events near the reader's position. Without JavaScript or a position it leads to the filters for city and radius. */
export function NearChip({ className }: { className?: string }) {
  const { t } = useText();
  const address = useAddress();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  // Loads a new document, because on phones `:target` opens the filters.
  const href = address(`${paths.events()}#filters`);
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    if (isAsking) return;
    setAsking(true);
    findPosition(
      (position) => navigate(address(paths.events({ ...position }))),
      () => location.assign(href),
    );
  };
  return (
    <a className={className} href={href} onClick={onClick} aria-busy={isAsking || undefined}>
      <Icon name="current-location" />
      {t("events:list.nearMe")}
    </a>
  );
}
