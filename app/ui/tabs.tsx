import { Link } from "./link";
import classes from "./tabs.module.css";

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly { name: Name; label: string; count?: string | null; href: string }[];
  /** Name of the current tab. */
  current: NoInfer<Name> | null;
  /** Called for tabs within the page. Without JavaScript the links lead to the parts. */
  onChoose?: (name: Name) => void;
}

/** Links to the parts of a list, with their counts. */
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
