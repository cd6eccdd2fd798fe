import { Button } from "@mantine/core";
import admin from "~/components/admin/admin-page.module.css";
import classes from "~/components/admin-notifications/admin-notifications.module.css";
import { Removal } from "~/components/admin-notifications/removal";
import settings from "~/components/settings/settings.module.css";
import { Last } from "~/components/settings/settings-groups";
import type { RuleFailureView, RuleRowView, RulesView } from "~/lib/pages/rule-views";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { RuleForm } from "./rule-form";
import { RuleTrial } from "./rule-trial";

/** /admin/notification-rules: the list, one of them, or who one would reach. */
export function NotificationRules({ page, failure }: { page: RulesView; failure: RuleFailureView | undefined }) {
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
      <header className={admin.head}>
        <h1>{t("admin-news:rules.title")}</h1>
        <Button component={Link} to={paths.adminNotificationRules({ new: 1 })} leftSection={<Icon name="plus" />}>
          {t("admin-news:rules.new")}
        </Button>
        <p>{t("admin-news:rules.lead")}</p>
      </header>
      <ul className={classes.rules}>
        {page.rules.map((rule) => (
          <RuleItem key={rule.key} rule={rule} />
        ))}
      </ul>
    </main>
  );
}

function RuleItem({ rule }: { rule: RuleRowView }) {
  const { t } = useText();
  const { key, name, href, sentence, isActive, version, last, shadow } = rule;
  return (
    <li className={classes.rule} data-off={!isActive || undefined}>
      <div>
        <h2>
          <Link className="rd-link" to={href} dir="auto">
            {name}
          </Link>
        </h2>
        <p>{sentence}</p>
        {shadow && (
          <p className={classes.shadow}>
            <Icon name="alert-triangle" size="s" />
            {shadow}
          </p>
        )}
        <p className={classes.meta}>
          <bdi className={settings.key}>{key}</bdi>
          {last ? <Last last={last} /> : <span>{t("admin-news:asShipped")}</span>}
        </p>
      </div>
      <Form method="post" action={href} className={classes.switching}>
        <input type="hidden" name="key" value={key} />
        <input type="hidden" name="version" value={version} />
        <Badge tone={isActive ? "good" : undefined}>
          <Icon name={isActive ? "circle-check" : "circle-x"} size="s" />
          {t(isActive ? "admin-news:on" : "admin-news:off")}
        </Badge>
        <Button
          type="submit"
          name="intent"
          value={isActive ? "off" : "on"}
          variant="default"
          size="sm"
          aria-label={t(isActive ? "admin-news:rules.switchOff" : "admin-news:rules.switchOn", { name })}
        >
          {t(isActive ? "admin-news:turnOff" : "admin-news:turnOn")}
        </Button>
      </Form>
    </li>
  );
}

function RuleRemoval({ page: { form, isShipped }, failure }: { page: RulesView; failure: RuleFailureView | undefined }) {
  const { t } = useText();
  return (
    <Removal
      thing={form}
      isShipped={isShipped}
      title={t(isShipped ? "admin-news:rules.resetTitle" : "admin-news:rules.deleteTitle")}
      text={t(isShipped ? "admin-news:rules.resetText" : "admin-news:rules.deleteText")}
      failure={failure?.message}
      action={paths.adminNotificationRules({ rule: form.key, remove: 1 })}
      cancelHref={paths.adminNotificationRules({ rule: form.key })}
    />
  );
}
