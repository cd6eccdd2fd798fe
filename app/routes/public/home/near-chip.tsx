import { useNavigate } from "@remix-run/react";
import { type MouseEvent, useState } from "react";
import { findPosition } from "~/components/event-browser/find-position";
import { paths } from "~/lib/paths";
import { Icon } from "~/ui/icon";
import { useAddress } from "~/ui/link";
import { useText } from "~/ui/text";

/** Asks where one is and shows what is near. Without a script, or an answer, it leads to the filters, where a city and a radius can be chosen. */
export function NearChip({ className }: { className?: string }) {
  const { t } = useText();
  const address = useAddress();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  // A document of its own: on phones the filters open as the target of the address, which only a real navigation sets.
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
