import { Link } from "../link";
import classes from "./tab-links.module.css";

interface TabLinksProps {
  label: string;
  tabs: readonly { name: string; label: string; count: string | null; href: string }[];
  /** The name of the tab in view. */
  current: string;
}

/** Parts of one list, each with its own address and how much is in it. */
export function TabLinks({ label, tabs, current }: TabLinksProps) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link key={tab.name} to={tab.href} aria-current={tab.name === current ? "page" : undefined}>
          {tab.label}
          {tab.count !== null && <small>{tab.count}</small>}
        </Link>
      ))}
    </nav>
  );
}
