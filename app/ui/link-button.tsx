import type { ComponentProps } from "react";
import { Button } from "./button";
import { Link } from "./link";

type LinkButtonProps = Omit<Extract<ComponentProps<typeof Button>, { component: typeof Link }>, "component">;

/** A link that looks like a button: for places to go to, where a button does something. */
export function LinkButton(props: LinkButtonProps) {
  return <Button {...props} component={Link} />;
}
