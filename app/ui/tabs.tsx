import { Link } from "./link";
import classes from "./tabs.module.css";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string; count?: string | null; href: string }[];
  /** The name of the tab in view. */
  current: NoInfer<Name> | null;
  /** For parts of this page, which a script shows one at a time; without one the links lead to them. */
  onChoose?: (name: Name) => void;
}

/** Parts of one list, each with its own address and how much is in it. */
export function Tabs<Name extends string>({ label, tabs, current, onChoose }: TabsProps<Name>) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map(({ name, label: words, count, href }) => {
        const content = (
          <>
            {words}
            {count && <small>{count}</small>}
          </>
        );
        const isCurrent = name === current;
        if (!onChoose)
          return (
            <Link key={name} to={href} aria-current={isCurrent ? "page" : undefined}>
              {content}
            </Link>
          );
        return (
          <a
            key={name}
            href={href}
            aria-current={isCurrent ? "true" : undefined}
            onClick={(event) => {
              event.preventDefault();
              onChoose(name);
            }}
          >
            {content}
          </a>
        );
      })}
    </nav>
  );
}
