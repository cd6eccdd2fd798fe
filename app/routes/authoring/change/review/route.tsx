import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { inLanguageOf } from "~/i18n/addressed-language";
import type { FormFailure } from "~/lib/http/form-failure";
import { requireAccount } from "~/lib/http/request-context";
import { page } from "~/lib/pages/page";
import { paths } from "~/lib/paths";
import { planReviewAction } from "~/routes/authoring/change/change-plan-action.server";
import { Alert } from "~/ui/alert";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { useText } from "~/ui/text";
import { Audience, Consequence, PlanHead } from "../change-plan";
import classes from "../change-plan.module.css";
import { type PlanReviewPage, planReviewLoader } from "../change-plan.server";
import { PlanNotice } from "../plan-notice";

/** Review of a change: what changes, and who receives which message. */
function ReviewPlan({ page, failure }: { page: PlanReviewPage; failure: FormFailure | undefined }) {
  const { t } = useText();
  // This page shows no fields to link to.
  const [issue] = Object.values(failure?.issues ?? {});
  return (
    <main id="main" className={`rd-wrap ${classes.page}`}>
      <PlanHead event={page.event} title={t("authoring:plan.review.title")} />
      <div className={classes.columns}>
        <Form
          name="plan"
          failure={failure && { ...failure, message: issue ?? failure.message, issues: {} }}
          className={classes.form}
        >
          {page.fields.map(({ name, value }) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <p className={classes.chosen}>
            <Icon name={page.plan.icon} size="l" />
            <b>{page.plan.label}</b>
          </p>
          <Consequence plan={page.plan.name}>{page.consequence}</Consequence>
          {page.dates && (
            <section>
              <h2 className={classes.sub}>{page.dates.title}</h2>
              <ul className={`${classes.changed} rd-stack rd-gap-2xs`}>
                {page.dates.list.map((date) => (
                  <li key={date.at} className="rd-row">
                    {date.new ? <s>{date.old}</s> : date.old}
                    {date.new && (
                      <>
                        <Icon name="arrow-right" size="s" flip />
                        {date.new}
                      </>
                    )}
                  </li>
                ))}
                {page.dates.more && <li className="rd-row">{page.dates.more}</li>}
              </ul>
            </section>
          )}
          {page.clash && (
            <Alert tone="waiting" title={page.clash.text}>
              <Link className="rd-link" to={page.clash.href} target="_blank">
                <bdi>{page.clash.title}</bdi>
              </Link>
              <br />
              {page.clash.when}
            </Alert>
          )}
          <Audience audience={page.audience} />
          <FormBar
            submit={page.send}
            intent="confirm"
            danger={page.plan.name === "cancel"}
            cancel={{ href: page.back, label: t("authoring:plan.review.back") }}
            note={t("authoring:plan.undoHelp")}
          />
        </Form>
        <section className={classes.aside}>
          <h2 className={classes.sub}>{t("authoring:plan.theyGet")}</h2>
          <PlanNotice notice={page.notice} />
        </section>
      </div>
    </main>
  );
}

export const handle = page({ permission: "event:create", budget: "write" });

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const id = params.eventId ?? "";
  const { searchParams } = new URL(request.url);
  const page = await planReviewLoader(requireAccount(context), id, searchParams);
  if (!page)
    throw redirect(
      inLanguageOf(
        request,
        paths.changePlan(id, { ...Object.fromEntries(searchParams), lang: null, check: 1 }),
      ),
      303,
    );
  return page;
}

export function action({ request, params, context }: ActionFunctionArgs) {
  return planReviewAction(requireAccount(context), request, params.eventId ?? "");
}

export default function ReviewPlanRoute() {
  return (
    <ReviewPlan page={useLoaderData<typeof loader>()} failure={useActionData<typeof action>()} />
  );
}

export { ErrorPage as ErrorBoundary } from "~/components/error-page";
