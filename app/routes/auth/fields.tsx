import { type InputHTMLAttributes, type ReactNode, useState } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { Icon } from "~/ui/icon";
import { useText } from "~/ui/text";
import classes from "./auth.module.css";
import { WithLegalLinks } from "./auth-parts";

interface FieldProps
  extends Pick<
    InputHTMLAttributes<HTMLInputElement>,
    "type" | "autoComplete" | "inputMode" | "dir" | "maxLength"
  > {
  name: string;
  label: string;
  icon: ReactNode;
  failure: FormFailure | undefined;
  help?: string;
  /** Content at the end of the label. Follows the input in tab order. */
  aside?: ReactNode;
  /** Content inside the input, at its end. */
  end?: ReactNode;
}

/** Input with label, help and error. */
export function AuthField({
  name,
  label,
  icon,
  failure,
  help,
  aside,
  end,
  dir = "ltr",
  ...input
}: FieldProps) {
  const issue = failure?.issues[name];
  const described = [help && `${name}-help`, issue && `${name}-issue`].filter(Boolean).join(" ");
  return (
    <div className={classes.field}>
      <label htmlFor={name}>{label}</label>
      <div className={classes.input} data-invalid={issue ? true : undefined}>
        {icon}
        <input
          {...input}
          id={name}
          name={name}
          dir={dir}
          required
          spellCheck={false}
          autoCapitalize={dir === "ltr" ? "none" : undefined}
          defaultValue={failure?.values[name]}
          aria-invalid={issue ? true : undefined}
          aria-describedby={described || undefined}
        />
        {end}
      </div>
      {aside && <div className={classes.aside}>{aside}</div>}
      {help && (
        <p id={`${name}-help`} className="rd-note">
          {help}
        </p>
      )}
      {issue && (
        <p id={`${name}-issue`} className={classes.issue}>
          <Icon name="alert-circle" size="s" />
          {issue}
        </p>
      )}
    </div>
  );
}

/** @param takesPasskeys whether autofill includes passkeys */
export function EmailField({
  failure,
  takesPasskeys = false,
}: Pick<FieldProps, "failure"> & { takesPasskeys?: boolean }) {
  const { t } = useText();
  return (
    <AuthField
      name="email"
      label={t("auth:field.email")}
      icon={<Icon name="mail" />}
      failure={failure}
      type="email"
      inputMode="email"
      autoComplete={takesPasskeys ? "username webauthn" : "username"}
    />
  );
}

/** Password field with a button that reveals the value (needs JavaScript). */
export function AuthPasswordField(props: Omit<FieldProps, "name" | "icon" | "type" | "end">) {
  const { t } = useText();
  const [isShown, setShown] = useState(false);
  return (
    <AuthField
      {...props}
      name="password"
      icon={<Icon name="lock" />}
      type={isShown ? "text" : "password"}
      end={
        <button
          type="button"
          className={`${classes.eye} rd-square rd-needs-script`}
          aria-label={t(isShown ? "auth:field.hide" : "auth:field.show")}
          aria-controls="password"
          onClick={() => setShown(!isShown)}
        >
          {isShown ? <Icon name="eye-off" /> : <Icon name="eye" />}
        </button>
      }
    />
  );
}

/** Password rules of the platform settings. */
interface PasswordRules {
  minLength: number;
  needsUppercase: boolean;
}

/** Field for a new password, with its rules as help. */
export function NewPasswordField({
  rules,
  ...props
}: {
  label: string;
  failure: FormFailure | undefined;
  rules: PasswordRules;
}) {
  const { t } = useText();
  return (
    <AuthPasswordField
      {...props}
      autoComplete="new-password"
      help={t(
        rules.needsUppercase ? "auth:field.passwordHelpUppercase" : "auth:field.passwordHelp",
        { count: rules.minLength },
      )}
    />
  );
}

interface CheckProps {
  name: string;
  failure: FormFailure | undefined;
  children: ReactNode;
}

/** Checkbox with its error. */
export function Check({ name, failure, children }: CheckProps) {
  const issue = failure?.issues[name];
  return (
    <div className={classes.field}>
      <div className={classes.check}>
        <input
          type="checkbox"
          id={name}
          name={name}
          value="1"
          required
          defaultChecked={failure?.values[name] === "1"}
          aria-invalid={issue ? true : undefined}
          aria-describedby={issue ? `${name}-issue` : undefined}
        />
        <label htmlFor={name}>{children}</label>
      </div>
      {issue && (
        <p id={`${name}-issue`} className={classes.issue}>
          <Icon name="alert-circle" size="s" />
          {issue}
        </p>
      )}
    </div>
  );
}

/** Fields required for an account. */
export function SignUpFields({
  failure,
  password,
}: {
  failure: FormFailure | undefined;
  password: PasswordRules;
}) {
  const { t } = useText();
  return (
    <>
      <AuthField
        name="displayName"
        label={t("auth:field.name")}
        icon={<Icon name="user" />}
        failure={failure}
        help={t("auth:field.nameHelp")}
        type="text"
        dir="auto"
        autoComplete="name"
      />
      <EmailField failure={failure} />
      <NewPasswordField label={t("auth:field.password")} failure={failure} rules={password} />
      <ConsentFields failure={failure} />
    </>
  );
}

/** Consent to age and terms, required by every sign-up method. */
export function ConsentFields({ failure }: { failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <>
      <Check name="isAdult16" failure={failure}>
        {t("auth:signUp.isAdult16")}
      </Check>
      <Check name="acceptsTerms" failure={failure}>
        <WithLegalLinks text={t("auth:signUp.acceptsTerms")} />
      </Check>
    </>
  );
}
