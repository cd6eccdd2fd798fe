import { type ComponentProps, createElement, type ElementType, type ReactNode } from "react";
import type { IconName } from "../lib/icon-names";
import classes from "./button.module.css";
import { Icon } from "./icon";
import { Link } from "./link";

interface Look {
  /** Filled by default, for the page's main action. `subtle` has no border. */
  variant?: "default" | "subtle" | undefined;
  /** `red` for irreversible actions, `zafaran` for the one main action on lapis. */
  color?: "red" | "zafaran" | undefined;
  /** 36 px high by default. `compact-sm` is for buttons within text. */
  size?: "sm" | "md" | "lg" | "compact-sm" | undefined;
  fullWidth?: boolean;
  /** At the start; small in small buttons. */
  icon?: IconName | undefined;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** Shows a spinner and disables the button. */
  loading?: boolean | undefined;
  /** Submits its form with this value as `intent`. */
  intent?: string | undefined;
}

type Kind =
  | (ComponentProps<"button"> & { component?: undefined })
  | (ComponentProps<"a"> & { component: "a" })
  | (ComponentProps<typeof Link> & { component: typeof Link });

/**
 * Button of public pages: Mantine's appearance by CSS only. Mantine's component adds 12 kB of code
 * and renders as slowly as an event card (docs/decisions/public-weight.md).
 */
export function Button({
  component,
  variant,
  color,
  size,
  fullWidth,
  icon,
  leftSection = icon && <Icon name={icon} size={size?.endsWith("sm") ? "s" : "m"} />,
  rightSection,
  loading,
  intent,
  className,
  children,
  ...rest
}: Look & Kind) {
  return createElement(
    (component ?? "button") as ElementType,
    {
      ...(component ? null : { type: "button", disabled: loading || undefined }),
      ...(intent === undefined ? null : { type: "submit", name: "intent", value: intent }),
      ...rest,
      className: `${classes.button} rd-button ${className ?? ""}`.trimEnd(),
      "data-variant": variant,
      "data-color": color,
      "data-size": size,
      "data-wide": fullWidth || undefined,
      "data-before": leftSection ? "" : undefined,
      "data-after": rightSection ? "" : undefined,
      "data-loading": loading || undefined,
    },
    loading && <span key="wait" className={classes.wait} aria-hidden="true" />,
    <span key="inner" className={classes.inner}>
      {leftSection && <span className={classes.section}>{leftSection}</span>}
      <span className={classes.label}>{children}</span>
      {rightSection && <span className={classes.section}>{rightSection}</span>}
    </span>,
  );
}

type LinkButtonProps = Omit<
  Extract<ComponentProps<typeof Button>, { component: typeof Link }>,
  "component"
>;

/** Link styled as a button, for navigation. */
export function LinkButton(props: LinkButtonProps) {
  return <Button {...props} component={Link} />;
}
