import { paths } from "~/lib/paths";
import { LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";

/** Confirms the deletion of an event. A page, so that it works without JavaScript. */
export function DeleteEvent({
  page,
}: {
  page: { title: string; text: string; mayDelete: boolean };
}) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("authoring:delete.question")} lead={page.text} />
      <p>
        <b>
          <bdi>{page.title}</bdi>
        </b>
      </p>
      {page.mayDelete ? (
        <Form>
          <FormBar
            submit={t("authoring:delete.yes")}
            intent="delete"
            danger
            cancel={{ href: paths.myEvents(), label: t("authoring:delete.no") }}
          />
        </Form>
      ) : (
        <LinkButton to={paths.myEvents()} variant="default">
          {t("authoring:delete.no")}
        </LinkButton>
      )}
    </main>
  );
}
