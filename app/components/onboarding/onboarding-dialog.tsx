import { useRevalidator } from "@remix-run/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useId, useLayoutEffect, useRef, useState } from "react";
import { Button } from "~/ui/button";
import { type LocalizedText, localized } from "../../i18n/locale";
import { ApiError } from "../../lib/api-client/api-error";
import {
  choicesOf,
  clampStep,
  LAST_STEP,
  type OnboardingChoices,
  preferencesOf,
  readEdits,
  type StoredPreferences,
} from "../../lib/pages/onboarding-choices";
import { NOTIFICATION_CATEGORIES } from "../../lib/pages/preference-choices";
import type { CityOptionView } from "../../lib/pages/views";
import { Icon } from "../../ui/icon";
import { useText } from "../../ui/text";
import { useToast } from "../../ui/toast";
import { useHistoryEntry } from "../../ui/use-history-entry";
import { useApiClient } from "../api/use-api-client";
import card from "./onboarding-card.module.css";
import classes from "./onboarding-dialog.module.css";
import { OnboardingStep } from "./onboarding-step";
import { ProgressStars } from "./progress-stars";

/** Choices of a new account, until the stored ones have loaded. */
const FRESH: OnboardingChoices = {
  interests: [],
  cities: [],
  email: true,
  about: [...NOTIFICATION_CATEGORIES],
  frequency: "weekly",
};

interface OnboardingDialogProps {
  /** Name of the signed-in user. */
  name: string;
  /** Called after saving, skipping or a failed skip. */
  onDone: () => void;
}

/**
 * The five onboarding steps in a dialog (product.md §2). Escape and clicks outside do not close it;
 * Back leads to the step before, and from the first one puts it away until another visit.
 */
export function OnboardingDialog({ name, onDone }: OnboardingDialogProps) {
  const { t, locale } = useText();
  const client = useApiClient();
  const toast = useToast();
  const { revalidate } = useRevalidator();
  const dialog = useModal();
  const form = useRef<HTMLFormElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  const headingId = useId();
  const [step, setStep] = useState(1);
  // Edited fields only, so that stored choices may arrive later.
  const [edits, setEdits] = useState<Partial<OnboardingChoices>>({});

  const profile = useQuery({
    queryKey: ["profile"],
    queryFn: () => client.call<StoredPreferences>("GET", "/users/profile"),
  });
  const cityList = useQuery({
    queryKey: ["cities"],
    queryFn: () =>
      client.call<{ items: { slug: string; name: LocalizedText }[] }>("GET", "/cities"),
  });
  const cities: readonly CityOptionView[] | undefined = cityList.data?.items.map(
    ({ slug, name: { en, fa } }) => ({
      slug,
      name: localized({ en, fa }, locale),
      otherName: locale === "fa" ? en : fa,
    }),
  );
  const choices = { ...(profile.data ? choicesOf(profile.data) : FRESH), ...edits };

  const finish = (text: string) => {
    toast({ kind: "success", text });
    onDone();
    revalidate();
  };
  const save = useMutation({
    mutationKey: ["save preferences"],
    mutationFn: (chosen: OnboardingChoices) => {
      const known = cities
        ? chosen.cities.filter((slug) => cities.some((city) => city.slug === slug))
        : chosen.cities;
      const push = profile.data?.notificationPreferences.pushEnabled ?? false;
      return client.call("PUT", "/users/profile", {
        ...preferencesOf({ ...chosen, cities: known }, push),
        onboardingCompleted: true,
      });
    },
    onSuccess: () => finish(t("onboarding:welcomed", { name: `\u2068${name}\u2069` })),
  });
  const skip = useMutation({
    mutationKey: ["skip onboarding"],
    mutationFn: () => client.call("PUT", "/users/profile", { onboardingCompleted: true }),
    onSuccess: () => finish(t("onboarding:skipped")),
    onError: (error) => {
      // Closes after an error too; onboarding opens again on another visit.
      if (!isExpired(error)) toast({ kind: "error", text: t("onboarding:skipFailed") });
      onDone();
    },
  });
  const isBusy = save.isPending || skip.isPending;

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new step focuses its heading
  useEffect(() => heading.current?.focus(), [step]);

  const goTo = (next: number) => {
    if (form.current) setEdits({ ...edits, ...readEdits(new FormData(form.current), choices) });
    save.reset();
    setStep(clampStep(next));
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    if (step < LAST_STEP) goTo(step + 1);
    else save.mutate(choices);
  };
  return (
    <dialog ref={dialog} className={classes.dialog} aria-labelledby={headingId}>
      <StepEntry goBack={onDone} />
      {Array.from({ length: step - 1 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number
        <StepEntry key={index} goBack={() => goTo(index + 1)} />
      ))}
      <form ref={form} className={classes.form} onSubmit={onSubmit}>
        <div className={card.header}>
          <ProgressStars step={step} />
          <button
            type="button"
            className="rd-square"
            aria-label={t("onboarding:close")}
            disabled={isBusy}
            onClick={() => skip.mutate()}
          >
            <Icon name="x" />
          </button>
        </div>
        <div className={classes.scroll} key={step}>
          <div className={card.body}>
            {save.isError && !isExpired(save.error) && (
              <div className={card.error} role="alert">
                <Icon name="alert-circle" />
                <p>{t("onboarding:saveFailed")}</p>
              </div>
            )}
            <OnboardingStep
              step={step}
              name={name}
              choices={choices}
              cities={cities ?? (cityList.isError && !cityList.isFetching ? "failed" : "loading")}
              retry={
                <Button size="sm" variant="default" onClick={() => cityList.refetch()}>
                  {t("onboarding:cities.retry")}
                </Button>
              }
              heading="h2"
              headingId={headingId}
              headingRef={heading}
            />
          </div>
        </div>
        <div className={`${card.footer} rd-row`}>
          {step < LAST_STEP && (
            <Button
              variant="subtle"
              className={`${card.button} ${card.skip}`}
              loading={skip.isPending}
              disabled={save.isPending}
              onClick={() => skip.mutate()}
            >
              {t("onboarding:skip")}
            </Button>
          )}
          <div className={card.end}>
            {step > 1 && (
              <Button
                variant="default"
                className={card.button}
                disabled={isBusy}
                onClick={() => goTo(step - 1)}
              >
                {t("onboarding:back")}
              </Button>
            )}
            <Button
              type="submit"
              className={`${card.button} ${card.next}`}
              loading={save.isPending}
              disabled={skip.isPending}
              rightSection={
                step < LAST_STEP ? <Icon name="arrow-right" size="s" flip /> : undefined
              }
            >
              {step < LAST_STEP ? t("onboarding:next") : t("onboarding:getStarted")}
            </Button>
          </div>
        </div>
      </form>
    </dialog>
  );
}

/** Makes a step an entry of history. */
function StepEntry({ goBack }: { goBack: () => void }) {
  useHistoryEntry(true, goBack);
  return null;
}

/** Whether the session has expired. The API client handles that case by leaving the page. */
const isExpired = (error: unknown): boolean => error instanceof ApiError && error.status === 401;

/** Keeps the dialog open as a modal while mounted: traps the focus and restores it afterwards. */
function useModal() {
  const ref = useRef<HTMLDialogElement>(null);
  // Closes before unmounting, because the browser restores the focus only while the dialog is in
  // the document.
  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const stay = (event: Event) => event.preventDefault();
    // Some browsers close at the second Escape or at the system's back gesture despite a prevented
    // `cancel`.
    const stayAtEscape = (event: KeyboardEvent) => {
      if (event.key === "Escape") event.preventDefault();
    };
    const reopen = () => dialog.showModal();
    dialog.addEventListener("cancel", stay);
    dialog.addEventListener("keydown", stayAtEscape);
    dialog.addEventListener("close", reopen);
    dialog.setAttribute("closedby", "none");
    if (!dialog.open) dialog.showModal();
    return () => {
      dialog.removeEventListener("cancel", stay);
      dialog.removeEventListener("keydown", stayAtEscape);
      dialog.removeEventListener("close", reopen);
      dialog.close();
    };
  }, []);
  return ref;
}
