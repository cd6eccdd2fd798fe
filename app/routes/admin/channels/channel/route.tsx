import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { PostingFields } from "../channels";
import classes from "./channel.module.css";
import { channelAction, channelPage } from "./channel.server";

type Page = Awaited<ReturnType<typeof channelPage>>;

const TONES = { pending: "waiting", sent: "good", empty: "plain", dead: "bad" } as const;

/** Page `/admin/channels/:channelId`: what is posted, its buttons and its log. */
function ChannelView({ page, failure }: { page: Page; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <main id="main">
      <PageHead title={<bdi dir="ltr">{page.chat}</bdi>} lead={page.about} />
      {page.isOff && <Alert tone="waiting">{t("messengers:off")}</Alert>}
      {page.noToken && <Alert tone="waiting">{page.noToken}</Alert>}
      {page.offReason && (
        <Alert tone="bad">{t("messengers:page.refused", { reason: page.offReason })}</Alert>
      )}
      <Section
        isBeside
        title={t("messengers:page.controls")}
        lead={t("messengers:page.controlsLead")}
      >
        <Form
          name="controls"
          action={paths.adminChannel(page.id)}
          failure={failureOfForm(failure, "channel")}
        >
          {page.isOn ? (
            <FormBar submit={t("messengers:page.test")} intent="test" isQuiet>
              <SubmitButton intent="stop" variant="default">
                {t("messengers:page.stop")}
              </SubmitButton>
              <SubmitButton intent="remove" danger>
                {t("messengers:page.remove")}
              </SubmitButton>
            </FormBar>
          ) : (
            <FormBar submit={t("messengers:page.on")} intent="on">
              <SubmitButton intent="remove" danger>
                {t("messengers:page.remove")}
              </SubmitButton>
            </FormBar>
          )}
        </Form>
      </Section>
      <Section isBeside id="posting" title={t("messengers:page.settings")}>
        <Form name="posting" action={paths.adminChannel(page.id)}>
          <PostingFields locale={page.locale} chosen={page.chosen} />
          <FormBar submit={t("messengers:form.save")} intent="save" />
        </Form>
      </Section>
      <Section
        isBeside
        id="log"
        title={t("messengers:page.log")}
        lead={t("messengers:page.logLead")}
      >
        {page.posts.length === 0 ? (
          <p>{t("messengers:page.empty")}</p>
        ) : (
          <List>
            {page.posts.map(({ id, title, status, when, error, text }) => (
              <ListItem
                key={id}
                title={title}
                meta={
                  <>
                    <Badge tone={TONES[status]}>{t(`messengers:page.status.${status}`)}</Badge>{" "}
                    {when}
                    {error && (
                      <>
                        {" · "}
                        <bdi dir="ltr">{error}</bdi>
                      </>
                    )}
                  </>
                }
              >
                {text && (
                  <Fold title={t("messengers:page.text")} isQuiet>
                    <pre className={classes.text} dir="auto">
                      {text}
                    </pre>
                  </Fold>
                )}
              </ListItem>
            ))}
          </List>
        )}
      </Section>
    </main>
  );
}

export const handle = page({ permission: "channel:manage", budget: "staff" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return channelPage(context, params.channelId ?? "");
}

export async function action({ params, request, context }: ActionFunctionArgs) {
  const answer = await channelAction(context, request, params.channelId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ChannelRoute() {
  return (
    <ChannelView page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
