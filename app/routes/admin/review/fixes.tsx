import { Side } from "~/components/moderation/case-tables";
import { Button } from "~/ui/button";
import { Form } from "~/ui/link";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import type { FoundFix } from "./case-fixes.server";
import type { ReviewView } from "./review";
import classes from "./review.module.css";

interface FixesProps {
  fixes: NonNullable<ReviewView["fixes"]>;
  /** Query of the last lookup. */
  found: FoundFix | null;
  /** URL of the action. */
  action: string;
}

/** Proposed values that raise a case's score, each applied with one press. */
export function Fixes({ fixes, found, action }: FixesProps) {
  const { t } = useText();
  const fresh = found?.subject === fixes.subject && found.version === fixes.version ? found : null;
  const offers = fresh ? [fresh, ...fixes.offers] : fixes.offers;
  if (offers.length === 0) return null;
  return (
    <Section title={t("moderation:inbox.fixes.title")} level={2}>
      <ul className={`${classes.fixes} rd-stack rd-gap-sm`}>
        {offers.map(({ name, label, value, version, changes }) => (
          <li key={name}>
            <b>{label}</b>
            <dl>
              {changes.map((change) => (
                <div key={change.name}>
                  <dt>{change.label}</dt>
                  <dd>
                    <Side {...change.to} lang={change.lang} as="ins" />
                  </dd>
                </div>
              ))}
            </dl>
            <Form method="post" action={action} preventScrollReset>
              <input type="hidden" name="event" value={fixes.subject} />
              <input type="hidden" name="version" value={version} />
              <input type="hidden" name="value" value={value} />
              <Button
                intent="use-fix"
                variant="default"
                size="sm"
                aria-label={t("moderation:inbox.fixes.useOf", { what: label })}
              >
                {t("moderation:inbox.fixes.use")}
              </Button>
            </Form>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/**
 * Values that can be looked for, such as a translation. Below the case, which they would push under
 * the bar of decisions.
 */
export function LookUps({ fixes, action }: Pick<FixesProps, "fixes" | "action">) {
  if (fixes.lookUps.length === 0) return null;
  return (
    <div className={classes.lookUps}>
      {fixes.lookUps.map(({ name, label }) => (
        <Form key={name} method="post" action={action} preventScrollReset>
          <input type="hidden" name="event" value={fixes.subject} />
          <input type="hidden" name="fix" value={name} />
          <Button intent="find-fix" variant="subtle" size="sm">
            {label}
          </Button>
        </Form>
      ))}
    </div>
  );
}
