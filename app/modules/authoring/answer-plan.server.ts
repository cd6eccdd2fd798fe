import { data, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "../../lib/addressed-language";
import { AppError } from "../../lib/errors";
import { redirectWithToast } from "../../lib/flash.server";
import { paths } from "../../lib/paths";
import { fieldOf, readForm } from "../../lib/read-form.server";
import type { AccountContext } from "../users/account-context.server";
import { changePlan, plansFor, undoPlan } from "./change-plan.server";
import { getOwnEvent } from "./find-own-event.server";
import { planFailure } from "./plan-page.server";
import { planFieldsOf, readPlan } from "./read-plan.server";

/** Answers /events/{id}/change: on to the review, or back to what was before. @throws redirects */
export async function answerPlan(context: AccountContext, request: Request, id: string) {
  const { deps, locale, signedIn } = context;
  const form = await readForm(request);
  if (fieldOf(form, "intent") === "undo") {
    try {
      await undoPlan(deps, signedIn, id);
    } catch (error) {
      if (!(error instanceof AppError) || !["conflict", "too-many-requests"].includes(error.code)) throw error;
      throw await redirectWithToast(request, paths.changePlan(id), { kind: "error", text: "authoring:plan.tooLate" });
    }
    throw await redirectWithToast(request, paths.changePlan(id), { kind: "success", text: "authoring:plan.undone" });
  }
  const { event } = await getOwnEvent(deps, signedIn, id);
  if (!event) throw new AppError("conflict");
  const fields = planFieldsOf(form);
  const now = deps.clock.now();
  const { issues } = readPlan(fields, event, plansFor(event, now), now);
  if (issues) return data(planFailure(issues, fields, locale), { status: 400 });
  throw redirect(inLanguageOf(request, paths.reviewPlan(id, { ...fields })), 303);
}

/** Answers the review: the plan changes, and the page of the change counts down. @throws redirects */
export async function answerPlanReview(context: AccountContext, request: Request, id: string) {
  const { deps, locale, signedIn } = context;
  const form = await readForm(request);
  const { event } = await getOwnEvent(deps, signedIn, id);
  if (!event) throw new AppError("conflict");
  const fields = planFieldsOf(form);
  const now = deps.clock.now();
  const { order } = readPlan(fields, event, plansFor(event, now), now);
  // What has become impossible since is said beside its field.
  if (!order) throw redirect(inLanguageOf(request, paths.changePlan(id, { ...fields, check: 1 })), 303);
  try {
    await changePlan(deps, signedIn, id, order);
  } catch (error) {
    if (!(error instanceof AppError) || !["conflict", "too-many-requests"].includes(error.code)) throw error;
    const issues = error.issues.length > 0 ? error.issues : [{ path: "plan", message: "errors:conflict" }];
    return data(planFailure(issues, fields, locale), { status: error.status });
  }
  throw redirect(inLanguageOf(request, paths.changePlan(id)), 303);
}
