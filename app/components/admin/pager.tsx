import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import page from "./admin-page.module.css";

interface PagerProps {
  label: string;
  start: string | null;
  previous: string | null;
  next: string | null;
  /** How many there are in all, as text; null for an empty list. */
  total?: string | null;
}

/** The pages of a staff list: to its first, previous and next page, and how many there are in all. Nothing without these. */
export function Pager({ label, start, previous, next, total }: PagerProps) {
  const { t } = useText();
  const links = [
    [start, "admin:pager.first"],
    [previous, "admin:pager.previous"],
    [next, "admin:pager.next"],
  ] as const;
  if (!total && links.every(([to]) => !to)) return null;
  return (
    <nav className={page.pages} aria-label={label}>
      {total && <span>{total}</span>}
      {links.map(
        ([to, text]) =>
          to && (
            <Link key={text} className="rd-link" to={to}>
              {t(text)}
            </Link>
          ),
      )}
    </nav>
  );
}
