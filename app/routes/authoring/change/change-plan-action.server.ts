import { data, redirect } from "@remix-run/cloudflare";
import { inLanguageOf } from "~/i18n/addressed-language";
import { AppError } from "~/lib/errors";
import { redirectWithToast } from "~/lib/http/flash.server";
import { fieldOf, readForm } from "~/lib/http/read-form.server";
import type { SignedInContext } from "~/lib/http/request-context";
import { paths } from "~/lib/paths";
import { changePlan, plansFor, undoPlan } from "~/modules/authoring/change-plan.server";
import { getOwnEvent } from "~/modules/authoring/find-own-event.server";
import { planFieldsOf, readPlan } from "~/modules/authoring/read-plan.server";
import { planFailure } from "./change-plan.server";

/** Action of `/events/{id}/change`: continues to the review, or undoes the last change. @throws Response the redirect */
export async function planAction(context: SignedInContext, request: Request, id: string) {
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

/** Action of the review: applies the change and returns to the page with the undo timer. @throws Response the redirect */
export async function planReviewAction(context: SignedInContext, request: Request, id: string) {
  const { deps, locale, signedIn } = context;
  const form = await readForm(request);
  const { event } = await getOwnEvent(deps, signedIn, id);
  if (!event) throw new AppError("conflict");
  const fields = planFieldsOf(form);
  const now = deps.clock.now();
  const { order } = readPlan(fields, event, plansFor(event, now), now);
  // The form reports plans that have become impossible.
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
