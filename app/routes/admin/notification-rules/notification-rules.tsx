import { RemovalDialog, StateBadge } from "~/components/admin-notifications/removal";
import { LastChange } from "~/components/settings/last-change";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import type { RuleFailure, RuleRowView, RulesView } from "./notification-rules.server";
import { RuleForm } from "./rule-form";
import { RuleTrial } from "./rule-trial";

/** Page `/admin/notification-rules`: the list, a rule's form or a dry run. */
export function NotificationRules({
  page,
  failure,
}: {
  page: RulesView;
  failure: RuleFailure | undefined;
}) {
  switch (page.mode) {
    case "new":
    case "edit":
      return <RuleForm page={page} failure={failure} />;
    case "remove":
      return <RuleRemoval page={page} failure={failure} />;
    case "trial":
      return <RuleTrial page={page} />;
    default:
      return <RuleList page={page} />;
  }
}

function RuleList({ page }: { page: RulesView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("notification-admin:rules.title")}
        lead={t("notification-admin:rules.lead")}
        actions={
          <LinkButton to={paths.adminNotificationRules({ new: 1 })} icon="plus">
            {t("notification-admin:rules.new")}
          </LinkButton>
        }
      />
      <List>
        {page.rules.map((rule) => (
          <RuleItem key={rule.key} rule={rule} />
        ))}
      </List>
    </main>
  );
}

function RuleItem({
  rule: { key, name, href, sentence, isActive, version, last, shadow },
}: {
  rule: RuleRowView;
}) {
  const { t } = useText();
  return (
    <ListItem
      title={<bdi>{name}</bdi>}
      level={2}
      to={href}
      meta={
        <>
          <bdi className="rd-code">{key}</bdi>
          {last ? <LastChange last={last} /> : <span>{t("notification-admin:asShipped")}</span>}
        </>
      }
      end={
        <>
          <StateBadge isActive={isActive} />
          <Form method="post" action={href}>
            <input type="hidden" name="key" value={key} />
            <input type="hidden" name="version" value={version} />
            <Button
              intent={isActive ? "off" : "on"}
              variant="default"
              size="sm"
              aria-label={t(
                isActive
                  ? "notification-admin:rules.switchOff"
                  : "notification-admin:rules.switchOn",
                { name },
              )}
            >
              {t(isActive ? "notification-admin:turnOff" : "notification-admin:turnOn")}
            </Button>
          </Form>
        </>
      }
    >
      <p>{sentence}</p>
      {shadow && (
        <p>
          <Badge tone="waiting" icon="alert-triangle">
            {shadow}
          </Badge>
        </p>
      )}
    </ListItem>
  );
}

function RuleRemoval({
  page: { form, isShipped },
  failure,
}: {
  page: RulesView;
  failure: RuleFailure | undefined;
}) {
  const { t } = useText();
  return (
    <RemovalDialog
      thing={form}
      isShipped={isShipped}
      title={t(
        isShipped ? "notification-admin:rules.resetTitle" : "notification-admin:rules.deleteTitle",
      )}
      text={t(
        isShipped ? "notification-admin:rules.resetText" : "notification-admin:rules.deleteText",
      )}
      failure={failure?.message}
      action={paths.adminNotificationRules({ rule: form.key, remove: 1 })}
      cancelHref={paths.adminNotificationRules({ rule: form.key })}
    />
  );
}
