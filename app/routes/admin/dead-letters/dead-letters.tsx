import { Button } from "@mantine/core";
import page from "~/components/admin/admin-page.module.css";
import { Scroller } from "~/components/admin/scroller";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./dead-letters.module.css";

interface DeadLettersView {
  letters: { id: string; queue: string; type: string; body: string; error: string | null; createdAt: string; ago: string; when: string }[];
  newest: string | null;
  older: string | null;
}

/** /admin/dead-letters: what the queue gave up on. */
export function DeadLetters({ page: view }: { page: DeadLettersView }) {
  const { t } = useText();
  return (
    <main id="main">
      <header className={page.head}>
        <h1>{t("admin:letters.title")}</h1>
        <p>{t("admin:letters.lead")}</p>
      </header>
      {view.letters.length === 0 ? (
        <p className={page.empty}>{t("admin:letters.empty")}</p>
      ) : (
        <ul className={classes.letters}>
          {view.letters.map(({ id, queue, type, body, error, createdAt, ago, when }) => (
            <li key={id} className={page.panel}>
              <header>
                <h2>
                  <code>{type}</code>
                </h2>
                <span>
                  <code>{queue}</code> ·{" "}
                  <time dateTime={createdAt} title={when}>
                    {ago}
                  </time>
                </span>
              </header>
              {error && (
                <p>
                  {t("admin:letters.error")} <code dir="ltr">{error}</code>
                </p>
              )}
              <details>
                <summary>{t("admin:letters.body")}</summary>
                <Scroller label={t("admin:letters.body")} className={classes.body}>
                  <pre dir="ltr">{body}</pre>
                </Scroller>
              </details>
              <Form method="post">
                <input type="hidden" name="letter" value={id} />
                <Button type="submit" name="intent" value="resend" variant="default" size="sm">
                  {t("admin:letters.resend")}
                </Button>
                <Button type="submit" name="intent" value="discard" variant="subtle" color="red" size="sm">
                  {t("admin:letters.discard")}
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {(view.newest || view.older) && (
        <nav className={page.pages} aria-label={t("admin:letters.pages")}>
          {view.newest && (
            <Link className="rd-link" to={view.newest}>
              {t("admin:pager.first")}
            </Link>
          )}
          {view.older && (
            <Link className="rd-link" to={view.older}>
              {t("admin:pager.next")}
            </Link>
          )}
        </nav>
      )}
    </main>
  );
}
