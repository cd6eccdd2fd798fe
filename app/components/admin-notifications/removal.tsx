import { Button } from "@mantine/core";
import { Icon } from "../../ui/icon";
import { Form, Link } from "../../ui/link";
import { useText } from "../../ui/text";
import admin from "../admin/admin-page.module.css";
import settings from "../settings/settings.module.css";

interface RemovalProps {
  /** What is to go, or to be as it was shipped. */
  thing: { key: string; name: string; version: number };
  isShipped: boolean;
  title: string;
  text: string;
  failure: string | undefined;
  action: string;
  cancelHref: string;
}

/** Asks before a rule or template of staff is deleted, or a shipped one is reset. */
export function Removal({ thing, isShipped, title, text, failure, action, cancelHref }: RemovalProps) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={admin.head}>
        <h1>{title}</h1>
      </header>
      <Form method="post" action={action} className={`${admin.panel} ${settings.dialog}`}>
        <input type="hidden" name="key" value={thing.key} />
        <input type="hidden" name="version" value={thing.version} />
        {failure && (
          <div className={settings.summary} role="alert">
            <Icon name="alert-circle" />
            <p>{failure}</p>
          </div>
        )}
        <p dir="auto">{thing.name}</p>
        <p>{text}</p>
        <div className={settings.actions}>
          <Button type="submit" name="intent" value={isShipped ? "reset" : "delete"} color={isShipped ? undefined : "red"}>
            {t(isShipped ? "admin-news:reset" : "admin-news:delete")}
          </Button>
          <Link className="rd-link" to={cancelHref}>
            {t("admin-news:cancel")}
          </Link>
        </div>
      </Form>
    </main>
  );
}
