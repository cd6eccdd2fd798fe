import { LinkButton } from "./button";
import { IconButton } from "./icon-button";
import classes from "./pager.module.css";
import { useText } from "./text";

interface PagerProps {
  label: string;
  /** URL of the first page. Null on the first page. */
  start?: string | null | undefined;
  previous?: string | null | undefined;
  next: string | null;
  /** Localized total. Null for an empty list. */
  total?: string | null | undefined;
}

/** Links to the first, previous and next page of a cursor list, with the total. */
export function Pager({ label, start, previous, next, total }: PagerProps) {
  const { t } = useText();
  if (!start && !previous && !next && !total) return null;
  return (
    <nav className={`${classes.pager} rd-row`} aria-label={label}>
      {total && <span>{total}</span>}
      {start && (
        <IconButton
          to={start}
          icon="chevrons-left"
          flip
          label={t("kit:pager.first")}
          variant="default"
        />
      )}
      {previous && (
        <IconButton
          to={previous}
          icon="chevron-left"
          flip
          label={t("kit:pager.previous")}
          variant="default"
        />
      )}
      {next && (
        <LinkButton to={next} variant="default">
          {t("kit:pager.next")}
        </LinkButton>
      )}
    </nav>
  );
}
