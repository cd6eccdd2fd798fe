import { StatusBadge } from "~/components/status-badge/status-badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";
import type { deletedEventsPage } from "./deleted-events.server";

/** Page `/admin/deleted-events`: events that can still be restored. */
export function DeletedEvents({
  page: view,
}: {
  page: Awaited<ReturnType<typeof deletedEventsPage>>;
}) {
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
