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
