import type { IconName } from "../../lib/icon-names";
import { Icon } from "../../ui/icon";
import { Link } from "../../ui/link";
import classes from "./category-tile.module.css";
import sprite from "./rings.svg?url";

const FOLDS = [8, 10, 12] as const;

/** Ornament of a category: three nested stars with 8, 10 or 12 points, chosen by the seed. */
export function Ring({ seed, className }: { seed: string; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite}#ring-${FOLDS[seed.length % FOLDS.length]}`} />
    </svg>
  );
}

/** Category with its number of upcoming events. */
export interface CategoryTileView {
  slug: string;
  href: string;
  label: string;
  family: string;
  icon: IconName;
  count: string;
}

/** List of tiles: six columns on wide screens, two on phones. */
export function CategoryGrid({
  tiles,
  all,
}: {
  tiles: readonly CategoryTileView[];
  all?: { href: string; label: string };
}) {
  return (
    <ul className={classes.grid}>
      {tiles.map(({ slug, href, label, family, icon, count }) => (
        <li key={slug}>
          <Link className={classes.tile} to={href} data-family={family} prefetch="intent">
            <Ring seed={slug} className={classes.ring} />
            <Icon name={icon} size="l" className={classes.icon} />
            <span>
              <b className={classes.name}>{label}</b> <span className={classes.count}>{count}</span>
            </span>
          </Link>
        </li>
      ))}
      {all && (
        <li className={classes.rest}>
          <Link className={`${classes.tile} ${classes.all}`} to={all.href} prefetch="intent">
            <Ring seed="all" className={classes.ring} />
            <Icon name="layout-grid" size="l" className={classes.icon} />
            <b className={classes.name}>{all.label}</b>
            <Icon name="arrow-right" size="s" flip />
          </Link>
        </li>
      )}
    </ul>
  );
}
