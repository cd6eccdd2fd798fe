import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { eventCollectionsAction } from "~/routes/collections/collection-form.server";
import { LinkButton } from "~/ui/button";
import { CheckGroup } from "~/ui/check-group";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { CollectionIcon } from "../collection-icon";
import classes from "./event-collections.module.css";
import { eventCollectionsLoader } from "./event-collections.server";

type EventCollectionsView = Awaited<ReturnType<typeof eventCollectionsLoader>>;

interface EventCollectionsProps {
  page: EventCollectionsView;
  failure: FormFailure | undefined;
}

/** Page to select the collections that contain an event, or to add a new one. */
function EventCollections({ page, failure }: EventCollectionsProps) {
  const { t } = useText();
  const refused = failureOfForm(failure, "manage");
  return (
    <main id="main">
      <PageHead
        title={t("collections:manage.title")}
        lead={t("collections:manage.lead", { title: `\u2068${page.event.title}\u2069` })}
      />
      <Form name="manage" failure={refused}>
        <CheckGroup
          name="collection"
          label={t("collections:manage.legend")}
          isStacked
          options={page.collections.map((collection) => ({
            value: collection.id,
            label: (
              <span className={`${classes.row} rd-line rd-gap-sm`}>
                <CollectionIcon color={collection.color} icon={collection.icon} />
                <span>
                  <b dir="auto">{collection.name}</b>
                  <small>{collection.count}</small>
                </span>
              </span>
            ),
          }))}
          chosen={page.collections.filter(({ isIn }) => isIn).map(({ id }) => id)}
        />
        <TextField
          name="name"
          label={t("collections:manage.newName")}
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        <FormBar submit={t("collections:manage.save")} intent="save">
          <LinkButton to={page.event.href} variant="subtle">
            {t("collections:manage.back")}
          </LinkButton>
        </FormBar>
      </Form>
    </main>
  );
}

export const handle = page({
  permission: "collection:manage",
  crumb: "common:crumb.collections",
  budget: "page",
});

export function loader({ params, context }: LoaderFunctionArgs) {
  return eventCollectionsLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await eventCollectionsAction(
    requireAccount(context),
    request,
    params.eventId ?? "",
  );
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function EventCollectionsPage() {
  return (
    <EventCollections
      page={useLoaderData<typeof loader>()}
      failure={useActionData<typeof action>()}
    />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
