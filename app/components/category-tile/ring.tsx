import sprite from "./rings.svg?url";

const FOLDS = [8, 10, 12] as const;

/** Three stars in one another, in eight, ten or twelve folds by the seed: the ornament of a category. */
export function Ring({ seed, className }: { seed: string; className: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 24 24" aria-hidden="true">
      <use href={`${sprite}#ring-${FOLDS[seed.length % FOLDS.length]}`} />
    </svg>
  );
}
