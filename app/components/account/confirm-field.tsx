import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { paths } from "../../lib/paths";
import type { Confirmation } from "../../modules/identity/factors/confirm-identity.server";
import { IconButton } from "../../ui/icon-button";
import { Link } from "../../ui/link";
import { useText } from "../../ui/text";
import { TextField, type TextFieldProps } from "../../ui/text-field";

/** Password field with a button that reveals the value (needs JavaScript). */
export function PasswordField(props: Omit<TextFieldProps, "type" | "end" | "dir">) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  return (
    <TextField
      {...props}
      type={isShown ? "text" : "password"}
      dir="ltr"
      end={
        <IconButton
          className="rd-needs-script"
          icon={isShown ? "eye-off" : "eye"}
          label={t(isShown ? "account:field.hide" : "account:field.show")}
          onClick={() => setShown(!isShown)}
        />
      }
    />
  );
}

/** Field for the confirmation that a sensitive change requires: the password or a new sign-in. */
export function ConfirmField({ confirmation }: { confirmation: Confirmation }) {
  const { t } = useText();
  const { pathname } = useLocation();
  if (confirmation === "password")
    return (
      <PasswordField
        name="currentPassword"
        autoComplete="current-password"
        label={t("account:field.currentPassword")}
      />
    );
  if (confirmation === "none") return null;
  return (
    <p>
      {t("account:confirm.signIn")}{" "}
      <Link className="rd-link" to={paths.loginAgain(pathname)}>
        {t("account:confirm.again")}
      </Link>
    </p>
  );
}
