import { useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import { Button } from "./button";

interface SubmitButtonProps {
  /** Sent as `intent`: which of a page's forms, or of a form's buttons, was pressed. */
  intent: string;
  /** For what cannot be undone. */
  danger?: boolean;
  variant?: "default" | "subtle" | undefined;
  size?: "sm" | "compact-sm" | undefined;
  /** Where the words alone do not say what they are about. */
  label?: string | undefined;
  icon?: ReactNode;
  children: ReactNode;
}

/** Sends its form; while that is under way it shows so, and cannot be pressed again. */
export function SubmitButton({ intent, danger, variant, size, label, icon, children }: SubmitButtonProps) {
  const { state, formData } = useNavigation();
  return (
    <Button
      type="submit"
      name="intent"
      value={intent}
      variant={variant}
      color={danger ? "red" : undefined}
      size={size}
      leftSection={icon}
      loading={state !== "idle" && formData?.get("intent") === intent}
      aria-label={label}
    >
      {children}
    </Button>
  );
}
