import classes from "./hodhod.module.css";
import sprite from "./hodhod.svg?url";

const BOXES = { standing: "0 -4 128 122", flying: "0 0 144 128", sleeping: "8 8 116 110" } as const;

/**
 * The mascot, a hoopoe. Decorative and hidden from assistive technology. Faces the start of the
 * line in both directions.
 */
export function Hodhod({ pose, className }: { pose: keyof typeof BOXES; className?: string }) {
  return (
    <svg
      className={className ? `${classes.hodhod} ${className}` : classes.hodhod}
      viewBox={BOXES[pose]}
      aria-hidden="true"
    >
      <use href={`${sprite}#${pose}`} />
    </svg>
  );
}
