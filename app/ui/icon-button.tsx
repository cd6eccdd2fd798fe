import type { ButtonHTMLAttributes } from "react";
import type { IconName } from "../lib/icon-names";
import { Icon } from "./icon";
import classes from "./icon-button.module.css";
import { Link } from "./link";

interface Look {
  icon: IconName;
  /** Accessible name and tooltip. */
  label: string;
  /** Adds a border, for standalone buttons. */
  variant?: "default" | undefined;
  tone?: "danger" | undefined;
  size?: "sm" | "md";
  flip?: boolean;
}

type IconButtonProps = Look &
  (
    | ({ to?: undefined } & Omit<
        ButtonHTMLAttributes<HTMLButtonElement>,
        "children" | "aria-label"
      >)
    | {
        to: string;
        preventScrollReset?: boolean;
        onClick?: (event: React.MouseEvent<HTMLAnchorElement>) => void;
        rel?: string;
        className?: string;
      }
  );

/** Button or link (with `to`) with an icon only. The label is its accessible name and tooltip. */
export function IconButton({
  icon,
  label,
  variant,
  tone,
  size = "md",
  flip,
  ...rest
}: IconButtonProps) {
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
