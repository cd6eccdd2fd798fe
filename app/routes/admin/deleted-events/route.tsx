import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { StatusBadge } from "~/components/status-badge/status-badge";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";
import { deletedEventsPage, restoreAction } from "./deleted-events.server";

/** Page `/admin/deleted-events`: events that can still be restored. */
function DeletedEvents({ page: view }: { page: Awaited<ReturnType<typeof deletedEventsPage>> }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("moderation:deleted.title")} lead={t("moderation:deleted.lead")} />
      {view.events.length === 0 && <Empty title={t("moderation:deleted.empty")} />}
      <ul className="rd-stack">
        {view.events.map(({ id, title, titleLang, city, status, statusLabel, by, left }) => (
          <Card
            key={id}
            as="li"
            title={
              <bdi lang={titleLang}>
                {title} · {city}
              </bdi>
            }
            actions={<StatusBadge status={status}>{statusLabel}</StatusBadge>}
            footer={
              <Form method="post" action={view.here} preventScrollReset>
                <input type="hidden" name="event" value={id} />
                <Button
                  type="submit"
                  variant="default"
                  size="sm"
                  icon="arrow-back-up"
                  aria-label={t("moderation:deleted.restoreOf", { title })}
                >
                  {t("moderation:deleted.restore")}
                </Button>
              </Form>
            }
          >
            <Meta>
              <span>{by}</span>
              <span>{left}</span>
            </Meta>
          </Card>
        ))}
      </ul>
      <Pager label={t("moderation:events.pages")} previous={view.previous} next={view.next} />
    </main>
  );
}

export const handle = page({
  permission: "event:manage-all",
  crumb: "common:crumb.deleted-events",
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return deletedEventsPage(requireAccount(context), new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return restoreAction(requireAccount(context), request);
}

export default function DeletedEventsRoute() {
  return <DeletedEvents page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
