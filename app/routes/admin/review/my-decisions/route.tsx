import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Badge } from "~/ui/badge";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { myDecisionsAction, myDecisionsPage } from "./my-decisions.server";

const TONES = { approve: "good", reject: "bad", merge: "plain", keep: "plain" } as const;

/** Page `/admin/inbox/decisions`: what one has decided in this session, each to be taken back. */
function MyDecisions({ page }: { page: Awaited<ReturnType<typeof myDecisionsPage>> }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead
        title={t("moderation:mine.title")}
        lead={page.lead}
        actions={
          <LinkButton to={paths.adminInbox()} variant="default" icon="inbox">
            {t("moderation:mine.back")}
          </LinkButton>
        }
      />
      {page.decisions.length === 0 ? (
        <Empty title={t("moderation:mine.empty")} />
      ) : (
        <Table
          label={t("moderation:mine.title")}
          rows={page.decisions}
          rowKey={({ id }) => id}
          columns={[
            {
              key: "time",
              head: t("moderation:mine.when"),
              cell: ({ at, time }) => <time dateTime={at}>{time}</time>,
            },
            {
              key: "intent",
              head: t("moderation:mine.decision"),
              cell: ({ intent, intentLabel }) => <Badge tone={TONES[intent]}>{intentLabel}</Badge>,
            },
            {
              key: "title",
              head: t("moderation:mine.case"),
              isHead: true,
              cell: ({ href, title }) =>
                href ? (
                  <Link className="rd-link" to={href}>
                    <bdi>{title}</bdi>
                  </Link>
                ) : (
                  <bdi>{title}</bdi>
                ),
            },
            {
              key: "state",
              head: t("moderation:mine.result"),
              cell: ({ state, final, undoing }) => (
                <>
                  {state}
                  {(final || undoing) && <Meta>{final || undoing}</Meta>}
                </>
              ),
            },
            {
              key: "undo",
              head: t("moderation:events.actions"),
              isHeadHidden: true,
              cell: ({ id, isWaiting, entry, title }) =>
                (isWaiting || entry) && (
                  <Form method="post" preventScrollReset>
                    <input
                      type="hidden"
                      name={isWaiting ? "decision" : "entry"}
                      value={entry ?? id}
                    />
                    <Button
                      intent={isWaiting ? "undo" : "revert"}
                      variant="default"
                      size="compact-sm"
                      icon="arrow-back-up"
                      aria-label={t("moderation:inbox.undoOf", { what: title })}
                    >
                      {t("moderation:inbox.undo")}
                    </Button>
                  </Form>
                ),
            },
          ]}
        />
      )}
    </main>
  );
}

export const handle = page({
  permission: "event:moderate",
  crumb: "common:crumb.my-decisions",
  budget: "staff",
});

export function loader({ context }: LoaderFunctionArgs) {
  return myDecisionsPage(requireAccount(context));
}

export function action({ request, context }: ActionFunctionArgs) {
  return myDecisionsAction(requireAccount(context), request);
}

export default function MyDecisionsRoute() {
  return <MyDecisions page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
