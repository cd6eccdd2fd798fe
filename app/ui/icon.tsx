import type { IconName } from "../lib/icon-names";
import classes from "./icon.module.css";
import sprite from "./icons.svg?url";

interface IconProps {
  name: IconName;
  size?: "s" | "m" | "l";
  /** Mirrors the icon in right-to-left pages, for arrows and chevrons. */
  flip?: boolean;
  className?: string;
}

/** Decorative icon, hidden from assistive technology. */
export function Icon({ name, size = "m", flip = false, className }: IconProps) {
  return (
    <svg
      className={className ? `${classes.icon} ${className}` : classes.icon}
      data-size={size}
      data-flip={flip || undefined}
      aria-hidden="true"
    >
      <use href={`${sprite}#${name}`} />
    </svg>
  );
}

/** Eight-pointed star of the logo, the icon of categories. */
export function Star({ className }: { className?: string }) {
  return (
    <svg
      className={className ? `${classes.star} ${className}` : classes.star}
      viewBox="0 0 24 24"
      aria-hidden="true"
    >
      <path d="M12 2l2.9 2.9h4.2v4.2L22 12l-2.9 2.9v4.2h-4.2L12 22l-2.9-2.9H4.900v-4.200L2 12l2.900-2.900V4.900h4.200z" />
    </svg>
  );
}
