import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { page } from "~/lib/pages/page";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CodeView } from "~/ui/code-view";
import { Empty } from "~/ui/empty";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/link";
import { Meta } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { useText } from "~/ui/text";
import classes from "./dead-letters.module.css";
import { deadLettersAction, deadLettersLoader } from "./dead-letters.server";

type DeadLettersView = Awaited<ReturnType<typeof deadLettersLoader>>;

/** Page `/admin/dead-letters`: failed queue messages. */
function DeadLetters({ page: view }: { page: DeadLettersView }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={t("admin:letters.title")} lead={t("admin:letters.lead")} />
      {view.letters.length === 0 && <Empty title={t("admin:letters.empty")} />}
      <ul className="rd-stack">
        {view.letters.map(({ id, queue, kind, canResend, body, error, createdAt, ago, when }) => (
          <Card
            key={id}
            as="li"
            title={kind}
            actions={
              <Meta>
                <code>{queue}</code>
                <time dateTime={createdAt} title={when}>
                  {ago}
                </time>
              </Meta>
            }
            footer={
              <Form method="post" className={classes.actions}>
                <input type="hidden" name="letter" value={id} />
                {canResend && (
                  <Button intent="resend" variant="default" size="sm">
                    {t("admin:letters.resend")}
                  </Button>
                )}
                <Button intent="discard" variant="subtle" color="red" size="sm">
                  {t("admin:letters.discard")}
                </Button>
              </Form>
            }
          >
            {error && (
              <p>
                {t("admin:letters.error")} <code dir="ltr">{error}</code>
              </p>
            )}
            <Fold title={t("admin:letters.body")}>
              <CodeView label={t("admin:letters.body")} code={body} />
            </Fold>
          </Card>
        ))}
      </ul>
      <Pager
        label={t("admin:letters.pages")}
        start={view.newest}
        previous={view.newer}
        next={view.older}
        total={view.total}
      />
    </main>
  );
}

export const handle = page({
  permission: "outbox:read",
  crumb: "common:crumb.dead-letters",
  nav: { group: "system", text: "admin:nav.deadLetters", icon: "inbox" },
  budget: "staff",
});

export function loader({ request, context }: LoaderFunctionArgs) {
  return deadLettersLoader(context, new URL(request.url).searchParams);
}

export function action({ request, context }: ActionFunctionArgs) {
  return deadLettersAction(context, request);
}

export default function DeadLettersRoute() {
  return <DeadLetters page={useLoaderData<typeof loader>()} />;
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
