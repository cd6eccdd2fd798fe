import type { IconName } from "../lib/icon-names";
import { Icon } from "./icon";
import { Link } from "./link";
import classes from "./segmented.module.css";

interface SegmentedLinksProps {
  /** Accessible name of the group. */
  label: string;
  /** With an icon, phones hide the label from sight. */
  options: readonly { value: string; label: string; href: string; icon?: IconName }[];
  current: string;
}

/** Links to a few views of the same data, with the current one marked. */
export function SegmentedLinks({ label, options, current }: SegmentedLinksProps) {
  return (
    <nav className={classes.segments} aria-label={label}>
      {options.map((option) => (
        <Link
          key={option.value}
          to={option.href}
          aria-current={option.value === current ? "true" : undefined}
          preventScrollReset
        >
          {option.icon && <Icon name={option.icon} size="s" />}
          <span>{option.label}</span>
        </Link>
      ))}
    </nav>
  );
}
