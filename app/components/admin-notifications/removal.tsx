import { Badge } from "../../ui/badge";
import { Form } from "../../ui/form";
import { FormBar } from "../../ui/form-bar";
import { PageHead } from "../../ui/page-head";
import { useText } from "../../ui/text";

interface RemovalProps {
  /** Rule or template to delete or to reset to its shipped version. */
  thing: { key: string; name: string; version: number };
  isShipped: boolean;
  title: string;
  text: string;
  failure: string | undefined;
  action: string;
  cancelHref: string;
}

/** Confirms the deletion of a custom rule or template, or the reset of a shipped one. */
export function RemovalDialog({
  thing,
  isShipped,
  title,
  text,
  failure,
  action,
  cancelHref,
}: RemovalProps) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={title} lead={<bdi>{thing.name}</bdi>} />
      <Form
        action={action}
        failure={failure === undefined ? undefined : { message: failure, issues: {}, values: {} }}
      >
        <input type="hidden" name="key" value={thing.key} />
        <input type="hidden" name="version" value={thing.version} />
        <p>{text}</p>
        <FormBar
          submit={t(isShipped ? "notification-admin:reset" : "notification-admin:delete")}
          intent={isShipped ? "reset" : "delete"}
          danger={!isShipped}
          cancel={{ href: cancelHref, label: t("notification-admin:cancel") }}
        />
      </Form>
    </main>
  );
}

/** On/off badge of a rule or template. */
export function StateBadge({ isActive }: { isActive: boolean }) {
  const { t } = useText();
  return (
    <Badge tone={isActive ? "good" : undefined} icon={isActive ? "circle-check" : "circle-x"}>
      {t(isActive ? "notification-admin:on" : "notification-admin:off")}
    </Badge>
  );
}
