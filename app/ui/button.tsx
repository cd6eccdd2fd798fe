import { type ComponentProps, createElement, type ElementType, type ReactNode } from "react";
import classes from "./button.module.css";
import type { Link } from "./link";

interface Look {
  /** Without one it is filled: the page's main action. Subtle has no box. */
  variant?: "default" | "subtle" | undefined;
  /** Red for what cannot be undone; saffron once, on lapis. */
  color?: "red" | "zafaran" | undefined;
  /** Without one 36 px high; compact is for buttons within a line of text. */
  size?: "sm" | "md" | "lg" | "compact-sm" | undefined;
  fullWidth?: boolean;
  leftSection?: ReactNode;
  rightSection?: ReactNode;
  /** Whether what was asked for is under way: shown, and it cannot be asked for again. */
  loading?: boolean | undefined;
}

type Kind =
  | (ComponentProps<"button"> & { component?: undefined })
  | (ComponentProps<"a"> & { component: "a" })
  | (ComponentProps<typeof Link> & { component: typeof Link });

/**
 * The button of public pages: Mantine's, as the theme sets it, drawn by a stylesheet alone. Mantine's own brings twelve
 * kilobytes of code to every visitor and takes as long to render as an event card (docs/decisions/public-weight.md).
 */
export function Button({
  component,
  variant,
  color,
  size,
  fullWidth,
  leftSection,
  rightSection,
  loading,
  className,
  children,
  ...rest
}: Look & Kind) {
  return createElement(
    (component ?? "button") as ElementType,
    {
      ...(component ? null : { type: "button", disabled: loading || undefined }),
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
