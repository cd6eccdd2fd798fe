import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { deleteLoader } from "~/routes/my-events/delete/delete-event.server";
import { deletionAction } from "~/routes/my-events/my-events-action.server";
import { LinkButton } from "~/ui/button";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";

/** Confirms the deletion of an event. A page, so that it works without JavaScript. */
function DeleteEvent({ page }: { page: { title: string; text: string; mayDelete: boolean } }) {
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

export const handle = page({
  permission: "event:create",
  crumb: "common:crumb.delete",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return deleteLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const { deps, signedIn } = requireAccount(context);
  throw await deletionAction(deps, signedIn, request, params.eventId ?? "");
}

export default function DeleteEventRoute() {
  return <DeleteEvent page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
