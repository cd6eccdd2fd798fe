import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "../my-events.module.css";

/** Asks before an event is gone: a page, so that it needs no script. */
export function DeleteEvent({ page }: { page: { title: string; text: string; mayDelete: boolean } }) {
  const { t } = useText();
  return (
    <main id="main" className={classes.question}>
      <h1>{t("authoring:delete.question")}</h1>
      <p>
        <b>
          <bdi>{page.title}</bdi>
        </b>
      </p>
      <p>{page.text}</p>
      <div className={classes.buttons}>
        {page.mayDelete && (
          <Form method="post">
            <Button type="submit" name="intent" value="delete" className={classes.danger}>
              {t("authoring:delete.yes")}
            </Button>
          </Form>
        )}
        <Button component={Link} to={paths.myEvents()} variant="default">
          {t("authoring:delete.no")}
        </Button>
      </div>
    </main>
  );
}
