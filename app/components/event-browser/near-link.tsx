import { useNavigate } from "@remix-run/react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { useAddress } from "../../ui/link";
import { findPosition } from "./find-position";

interface NearLinkProps {
  /** Path of a list without a position. */
  href: string;
  className?: string;
  children: ReactNode;
}

/**
 * Link to a list near the reader's position. Without JavaScript or a position it leads to the
 * filters for city and radius.
 */
export function NearLink({ href, className, children }: NearLinkProps) {
  const address = useAddress();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  // Loads a new document, because on phones `:target` opens the filters.
  const filters = address(`${href}#filters`);
  const onClick = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    event.preventDefault();
    if (isAsking) return;
    setAsking(true);
    findPosition(
      (position) => {
        setAsking(false);
        navigate(
          address(
            `${href}${href.includes("?") ? "&" : "?"}${new URLSearchParams({ ...position })}`,
          ),
        );
      },
      () => location.assign(filters),
    );
  };
  return (
    <a className={className} href={filters} onClick={onClick} aria-busy={isAsking || undefined}>
      {children}
    </a>
  );
}
