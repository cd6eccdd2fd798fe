import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import type { FormFailure } from "~/lib/http/form-failure";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { reportAction, reportLoader } from "~/routes/authoring/report/report.server";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { PageHead } from "~/ui/page-head";
import { RadioCards } from "~/ui/radio-cards";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import classes from "../page.module.css";
import styles from "./report-form.module.css";

interface ReportFormProps {
  page: {
    title: string;
    event: string;
    cover: string;
    focus: string;
    /** When, where and price, as the page says. */
    lines: string[];
    reasons: { name: string; label: string; help: string }[];
    max: number;
  };
  failure: FormFailure | undefined;
}

/** Form that reports an event to the moderators (product.md §3, Flag). */
function ReportForm({ page, failure }: ReportFormProps) {
  const { t } = useText();
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <PageHead title={t("authoring:report.title")} lead={t("authoring:report.lead")} />
      <div className={styles.columns}>
        <Card as="section" id="reported" title={<bdi>{page.title}</bdi>} to={page.event}>
          <img src={page.cover} data-focus={page.focus} alt="" width={400} height={225} />
          {page.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Card>
        <Form name="report" keeps="report" failure={failure}>
          <RadioCards
            name="reason"
            label={t("authoring:report.legend")}
            options={page.reasons.map(({ name, label, help }) => ({ value: name, label, help }))}
          />
          <TextArea
            name="note"
            label={t("authoring:report.note")}
            help={t("authoring:limit.max", { max: page.max })}
            rows={4}
            counter={{ max: page.max }}
          />
          <FormBar
            submit={t("authoring:report.send")}
            intent="report"
            cancel={{ href: page.event, label: t("authoring:report.back") }}
          />
        </Form>
      </div>
    </main>
  );
}

export const handle = page({ permission: "event:flag", budget: "write" });

export function loader({ params, context }: LoaderFunctionArgs) {
  return reportLoader(requireAccount(context), params.eventId ?? "");
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  const answer = await reportAction(requireAccount(context), request, params.eventId ?? "");
  if (answer instanceof Response) throw answer;
  return answer;
}

export default function ReportEvent() {
  return (
    <ReportForm page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
