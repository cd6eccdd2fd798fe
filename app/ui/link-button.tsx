import type { ComponentProps } from "react";
import { Button } from "./button";
import { Link } from "./link";

type LinkButtonProps = Omit<
  Extract<ComponentProps<typeof Button>, { component: typeof Link }>,
  "component"
>;

/** Link styled as a button, for navigation. */
export function LinkButton(props: LinkButtonProps) {
  return <Button {...props} component={Link} />;
}
