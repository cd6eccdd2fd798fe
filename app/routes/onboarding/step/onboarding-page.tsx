import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useId, useRef } from "react";
import card from "~/components/onboarding/onboarding-card.module.css";
import { OnboardingStep } from "~/components/onboarding/onboarding-step";
import { ProgressStars } from "~/components/onboarding/progress-stars";
import { LAST_STEP, type OnboardingChoices } from "~/lib/pages/onboarding-choices";
import type { CityOptionView } from "~/lib/pages/views";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { Form, useAddress } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./onboarding-page.module.css";

interface OnboardingPageProps {
  page: {
    step: number;
    name: string;
    choices: OnboardingChoices;
    /** Values of the other steps, carried as hidden fields. */
    carried: readonly (readonly [name: string, value: string])[];
    /** Null if not needed or not available. */
    cities: readonly CityOptionView[] | null;
  };
  /** Failed action, or null. */
  failed: "save" | "skip" | null;
}

/**
 * A step as a page. Its GET form carries the choices in the URL; only saving and skipping change
 * data.
 */
export function OnboardingPage({ page, failed }: OnboardingPageProps) {
  const { t } = useText();
  const address = useAddress();
  const { pathname, search } = useLocation();
  const navigation = useNavigation();
  const headingId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  const { step, name, choices, carried, cities } = page;
  const isLast = step === LAST_STEP;
  const drawn = useRef(step);
  useEffect(() => {
    if (drawn.current !== step) heading.current?.focus();
    drawn.current = step;
  }, [step]);
  const intent = navigation.state === "idle" ? null : (navigation.formData?.get("intent") ?? null);
  // A failed action returns to the step's own URL with its choices.
  const here = pathname + search;
  return (
    <main id="main" className={classes.page}>
      <Form
        key={step}
        method="get"
        action={paths.onboarding(Math.min(step + 1, LAST_STEP))}
        className={classes.card}
        aria-labelledby={headingId}
      >
        {/* Default button for Enter: the step's main action. */}
        <button
          type="submit"
          className="rd-hidden"
          tabIndex={-1}
          aria-hidden="true"
          {...(isLast ? completes(here) : {})}
        >
          {isLast ? t("onboarding:getStarted") : t("onboarding:next")}
        </button>
        {carried.map(([field, value]) => (
          <input key={`${field}=${value}`} type="hidden" name={field} value={value} />
        ))}
        <div className={card.header}>
          <ProgressStars step={step} />
        </div>
        <div className={card.body}>
          {failed && (
            <div className={card.error} role="alert">
              <Icon name="alert-circle" />
              <p>{failed === "save" ? t("onboarding:saveFailed") : t("onboarding:skipFailed")}</p>
            </div>
          )}
          <OnboardingStep
            step={step}
            name={name}
            choices={choices}
            cities={cities ?? "failed"}
            retry={
              <a className="rd-link" href={here}>
                {t("onboarding:cities.retry")}
              </a>
            }
            heading="h1"
            headingId={headingId}
            headingRef={heading}
          />
        </div>
        <div className={`${card.footer} rd-row`}>
          <Button
            intent="skip"
            formMethod="post"
            formAction={address(here)}
            variant="subtle"
            className={`${card.button} ${card.skip}`}
            loading={intent === "skip"}
          >
            {t("onboarding:skip")}
          </Button>
          <div className={card.end}>
            {step > 1 && (
              <Button
                type="submit"
                formMethod="get"
                formAction={paths.onboarding(step - 1)}
                variant="default"
                className={card.button}
              >
                {t("onboarding:back")}
              </Button>
            )}
            <Button
              type="submit"
              className={`${card.button} ${card.next}`}
              loading={intent === "complete"}
              rightSection={isLast ? undefined : <Icon name="arrow-right" size="s" flip />}
              {...(isLast ? completes(here) : {})}
            >
              {isLast ? t("onboarding:getStarted") : t("onboarding:next")}
            </Button>
          </div>
        </div>
      </Form>
    </main>
  );
}

const completes = (here: string) =>
  ({ name: "intent", value: "complete", formMethod: "post", formAction: here }) as const;
