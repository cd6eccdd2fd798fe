import { useNavigation } from "@remix-run/react";
import { type ReactNode, useEffect, useState } from "react";
import type { IconName } from "../lib/icon-names";
import { Button } from "./button";

interface SubmitButtonProps {
  /** Value of `intent`, which identifies the form or button. */
  intent: string;
  /** Red, for irreversible actions. */
  danger?: boolean;
  variant?: "default" | "subtle" | undefined;
  size?: "sm" | "compact-sm" | undefined;
  /** Accessible name, if the visible text is ambiguous on its own. */
  label?: string | undefined;
  icon?: IconName | undefined;
  children: ReactNode;
}

/** Submits its form. Shows a spinner and is disabled meanwhile. */
export function SubmitButton({
  intent,
  danger,
  variant,
  size,
  label,
  icon,
  children,
}: SubmitButtonProps) {
  const { state, formData } = useNavigation();
  // Rows of a list have forms of one intent. Enter in a field presses the button too.
  const [isPressed, setPressed] = useState(false);
  useEffect(() => {
    if (state === "idle") setPressed(false);
  }, [state]);
  return (
    <Button
      intent={intent}
      variant={variant}
      color={danger ? "red" : undefined}
      size={size}
      icon={icon}
      loading={isPressed && state !== "idle" && formData?.get("intent") === intent}
      aria-label={label}
      onClick={() => setPressed(true)}
    >
      {children}
    </Button>
  );
}
