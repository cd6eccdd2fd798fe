import { redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { expecting, formAnswer } from "~/lib/http/form-answer.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { changePlan, undoPlan } from "~/modules/authoring/change-plan.server";
import { getOwnEvent } from "~/modules/authoring/find-own-event.server";
import { datesToCome } from "~/modules/authoring/plan-showing.server";
import { planFieldsOf, readPlan } from "~/modules/authoring/read-plan.server";
import { dateText } from "./plan-dates.server";

const SALES = ["sell-out", "reopen"] as const;

/** Reads the form. @throws AppError("conflict") for a draft */
async function readPlanForm({ deps, signedIn }: SignedInContext, form: FormData, id: string) {
  const { event } = await getOwnEvent(deps, signedIn, id);
  if (!event) throw new AppError("conflict");
  const fields = planFieldsOf(form);
  return { fields, event, ...readPlan(fields, event, deps.clock.now()) };
}

/**
 * Action of `/events/{id}/change`: continues to the review, undoes the last change, or marks a date
 * as sold out or available. @throws Response the redirect
 */
export async function planAction(context: SignedInContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  const form = await readForm(request);
  if (fieldOf(form, "intent") === "undo") {
    const late = () => {
      throw redirectWithToast(request, paths.changePlan(id), {
        kind: "error",
        text: "authoring:plan.tooLate",
      });
    };
    await expecting({ conflict: late, "too-many-requests": late }, () =>
      undoPlan(deps, signedIn, id),
    );
    throw await redirectWithToast(request, paths.changePlan(id), {
      kind: "success",
      text: "authoring:plan.undone",
    });
  }
  const { fields, event, issues } = await readPlanForm(context, form, id);
  const plan = SALES.find((name) => name === fieldOf(form, "intent"));
  return formAnswer(context, { values: { ...fields } }, async () => {
    if (plan) {
      const { at } = fields;
      await changePlan(deps, signedIn, id, { plan, message: "", at });
      const [date] = datesToCome(event, deps.clock.now()).filter(
        ({ originalStart }) => originalStart === at,
      );
      const values = { date: date ? dateText(event, date, context) : "" };
      throw redirectWithToast(request, paths.changePlan(id, { at }), {
        kind: "success",
        text: `authoring:plan.sales.${plan}.done`,
        values,
      });
    }
    if (issues) throw new AppError("invalid", issues);
    throw redirect(inLanguageOf(request, paths.reviewPlan(id, { ...fields })), 303);
  });
}

/**
 * Action of the review: applies the change and returns to the page with the undo timer. @throws
 * Response the redirect
 */
export async function planReviewAction(context: SignedInContext, request: Request, id: string) {
  const { deps, signedIn } = context;
  const { fields, order } = await readPlanForm(context, await readForm(request), id);
  // The form reports plans that have become impossible.
  if (!order)
    throw redirect(inLanguageOf(request, paths.changePlan(id, { ...fields, check: 1 })), 303);
  return formAnswer(context, { values: { ...fields } }, async () => {
    await changePlan(deps, signedIn, id, order);
    throw redirect(inLanguageOf(request, paths.changePlan(id)), 303);
  });
}
