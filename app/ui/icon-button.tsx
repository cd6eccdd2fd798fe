import type { ButtonHTMLAttributes } from "react";
import { Icon } from "./icon";
import classes from "./icon-button.module.css";
import { Link } from "./link";

interface Look {
  icon: string;
  /** What it does: its only name. */
  label: string;
  /** Framed where it stands alone. */
  variant?: "default" | undefined;
  tone?: "danger" | undefined;
  size?: "sm" | "md";
  flip?: boolean;
}

type IconButtonProps = Look &
  (
    | ({ to?: undefined } & Omit<ButtonHTMLAttributes<HTMLButtonElement>, "children" | "aria-label">)
    | {
        to: string;
        preventScrollReset?: boolean;
        onClick?: (event: React.MouseEvent<HTMLAnchorElement>) => void;
        rel?: string;
        className?: string;
      }
  );

/** A button, or with `to` a link, that shows an icon alone; its label is its name and its tooltip. */
export function IconButton({ icon, label, variant, tone, size = "md", flip, ...rest }: IconButtonProps) {
  const look = {
    "aria-label": label,
    title: label,
    "data-variant": variant,
    "data-tone": tone,
    "data-size": size,
    className: `${classes.button} ${rest.className ?? ""}`.trimEnd(),
  };
  const drawn = <Icon name={icon} size={size === "sm" ? "s" : "m"} flip={flip} />;
  return rest.to === undefined ? (
    <button type="button" {...rest} {...look}>
      {drawn}
    </button>
  ) : (
    <Link {...rest} {...look}>
      {drawn}
    </Link>
  );
}
