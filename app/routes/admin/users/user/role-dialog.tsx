import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Dialog } from "~/ui/dialog";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { RadioCards } from "~/ui/radio-cards";
import { useText } from "~/ui/text";
import type { UserDetailView } from "../users-view";

/**
 * Dialog that changes an account's role. It has a URL, so it works without JavaScript (product.md
 * §2).
 */
export function RoleDialog({
  user,
  failure,
}: {
  user: UserDetailView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const here = paths.adminUser(user.id);
  return (
    <Dialog
      open={user.isChangingRole}
      title={t("admin-users:role.title", { name: `\u2068${user.name}\u2069` })}
      lead={t("admin-users:role.text")}
      closeHref={here}
    >
      <Form
        name="role"
        action={paths.adminUser(user.id, { "change-role": true })}
        failure={failure}
      >
        <RadioCards
          name="role"
          label={t("admin-users:list.role")}
          isLabelHidden
          defaultValue={user.role.value}
          options={user.roles.map(({ value, label, lead, warning }) => ({
            value,
            label,
            help: lead,
            warning,
          }))}
        />
        <FormBar
          submit={t("admin-users:role.submit")}
          intent="change-role"
          isEnd
          cancel={{ href: here, label: t("admin-users:role.cancel") }}
        />
      </Form>
    </Dialog>
  );
}
