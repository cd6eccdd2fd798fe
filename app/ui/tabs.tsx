import { Link } from "./link";
import classes from "./tabs.module.css";

interface TabsProps {
  label: string;
  tabs: readonly { name: string; label: string; count: string | null; href: string }[];
  /** The name of the tab in view. */
  current: string;
}

/** Parts of one list, each with its own address and how much is in it. */
export function Tabs({ label, tabs, current }: TabsProps) {
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
