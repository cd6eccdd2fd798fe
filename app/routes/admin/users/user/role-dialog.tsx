import { Button } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { SubmitButton } from "~/components/account/account-parts";
import classes from "~/components/admin/directory.module.css";
import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { UserDetailView } from "../users-view";

/** Gives somebody another role. It has an address, so that it works without a script (product.md §2). */
export function RoleDialog({ user, failure }: { user: UserDetailView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  // From then on the element opens and closes itself: the attribute alone would leave a modal dialog half open.
  const [drawnOpen] = useState(user.isChangingRole);
  useEffect(() => {
    dialog.current?.close();
    if (user.isChangingRole) dialog.current?.showModal();
  }, [user.isChangingRole]);
  const chosen = failure?.values.role ?? user.role.value;
  const issue = failure && (failure.issues.role ?? failure.message);
  return (
    <dialog ref={dialog} open={drawnOpen} className={classes.dialog} aria-labelledby="role-title" aria-describedby="role-lead">
      <h2 id="role-title">{t("admin-users:role.title", { name: `\u2068${user.name}\u2069` })}</h2>
      <p id="role-lead" className={classes.quiet}>
        {t("admin-users:role.text")}
      </p>
      <Form method="post" action={paths.adminUser(user.id, { "change-role": true })} preventScrollReset>
        <fieldset className={classes.roles} aria-describedby={issue ? "role-issue" : undefined}>
          <legend className="rd-hidden">{t("admin-users:list.role")}</legend>
          {user.roles.map(({ value, label, lead, warning }) => (
            <label key={value}>
              <input type="radio" name="role" value={value} defaultChecked={value === chosen} />
              <b>{label}</b>
              <small>{lead}</small>
              <small className={classes.warning}>{warning}</small>
            </label>
          ))}
        </fieldset>
        {issue && (
          <p id="role-issue" role="alert" className={classes.issue}>
            {issue}
          </p>
        )}
        <div className={classes.end}>
          <Button component={Link} to={paths.adminUser(user.id)} variant="default" preventScrollReset>
            {t("admin-users:role.cancel")}
          </Button>
          <SubmitButton intent="change-role">{t("admin-users:role.submit")}</SubmitButton>
        </div>
      </Form>
    </dialog>
  );
}
