import type { RefObject } from "react";
import { Side } from "~/components/moderation/case-tables";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { CorrectForm, type CorrectionFailureView } from "~/components/moderation/correct-form";
import { ReviewPanel } from "~/components/moderation/review-panel";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { Meta } from "~/ui/list";
import { Section } from "~/ui/section";
import { useText } from "~/ui/text";
import type { FoundFix } from "./case-fixes.server";
import { PairPanel } from "./pair-panel";
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
function Fixes({ fixes, found, action }: FixesProps) {
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
function LookUps({ fixes, action }: Pick<FixesProps, "fixes" | "action">) {
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

interface OpenedCaseProps {
  page: ReviewView;
  heading: RefObject<HTMLHeadingElement>;
  failure: DecisionFailureView | null;
  /** A fix that the last form looked for. */
  found: FoundFix | null;
  correction: CorrectionFailureView | null;
}

/** The open case, or a sentence about one that needs no decision any more. */
export function OpenedCase({ page: view, heading, failure, found, correction }: OpenedCaseProps) {
  const { t } = useText();
  const { opened } = view;
  if (!opened) return null;
  if (!opened.isOpen)
    return (
      <Card>
        {"title" in opened && (
          <h2 className={classes.title} dir="auto">
            {opened.title}
          </h2>
        )}
        <p role="status">{opened.sentence}</p>
        <Meta>
          {opened.details && (
            <Link className="rd-link" to={opened.details}>
              {"add" in opened ? opened.add : t("moderation:notes.see")}
            </Link>
          )}
          <Link className="rd-link" to={view.following ?? view.list}>
            {t("moderation:queue.next")}
          </Link>
        </Meta>
      </Card>
    );
  const ofCase = failure?.event === opened.id ? failure : null;
  if (opened.kind === "duplicate")
    return (
      <PairPanel key={opened.id} pair={opened} view={view} heading={heading} failure={ofCase} />
    );
  return (
    <ReviewPanel
      key={opened.id}
      review={opened}
      action={view.action}
      nextId={view.nextName}
      heading={heading}
      failure={ofCase}
      withdrawIssue={failure?.issues.accounts}
    >
      {(view.quality || view.from || view.fixes) && (
        <>
          {view.fixes?.correction && (
            <CorrectForm
              // A correction that was written begins anew.
              key={view.fixes.version}
              correction={view.fixes.correction}
              action={view.action}
              nextId={view.nextName}
              failure={correction?.event === opened.id ? correction : null}
            />
          )}
          {view.quality && <Quality quality={view.quality} />}
          {view.from && <Origin origin={view.from} />}
          {view.fixes && <Fixes fixes={view.fixes} found={found} action={view.action} />}
          {view.fixes && <LookUps fixes={view.fixes} action={view.action} />}
        </>
      )}
    </ReviewPanel>
  );
}

/** Who looks at the open case, and the button to claim it. */
export function Presence({ view, watchers }: { view: ReviewView; watchers: readonly string[] }) {
  const { t } = useText();
  return (
    <div className={classes.presence}>
      <span role="status">{watchers.join(" ")}</span>
      <Form method="post" action={view.action} preventScrollReset>
        <Button intent={view.isClaimed ? "release" : "claim"} variant="subtle" size="compact-sm">
          {t(view.isClaimed ? "moderation:inbox.release" : "moderation:inbox.claim")}
        </Button>
      </Form>
    </div>
  );
}

/** The score of a case, and links to what would raise it. */
function Quality({ quality }: { quality: NonNullable<ReviewView["quality"]> }) {
  const { t } = useText();
  return (
    <p className={`${classes.quality} rd-row`}>
      <Badge tone={quality.isReady ? "good" : "waiting"}>
        {quality.isReady ? (
          <Icon name="circle-check" size="s" />
        ) : (
          <Icon name="alert-triangle" size="s" />
        )}
        {quality.text}
      </Badge>
      {quality.missing.length > 0 && <span>{t("moderation:inbox.fix")}</span>}
      {quality.missing.map(({ name, label, href }) => (
        <Link key={name} className="rd-link" to={href}>
          {label}
        </Link>
      ))}
    </p>
  );
}

/** Where an imported case comes from, with what stands there. */
function Origin({ origin }: { origin: NonNullable<ReviewView["from"]> }) {
  const { t } = useText();
  return (
    <div className={classes.origin}>
      <p className="rd-row">
        <Icon name="rss" size="s" />
        {origin.source ? (
          <Link className="rd-link" to={origin.source}>
            {origin.text}
          </Link>
        ) : (
          origin.text
        )}
        {origin.url && (
          <a className="rd-link" href={origin.url} rel="noreferrer nofollow" target="_blank">
            {t("moderation:inbox.original")}
          </a>
        )}
      </p>
      {origin.snippet && (
        <Fold title={t("moderation:inbox.snippet")} isQuiet>
          <blockquote dir="auto">{origin.snippet}</blockquote>
        </Fold>
      )}
    </div>
  );
}
