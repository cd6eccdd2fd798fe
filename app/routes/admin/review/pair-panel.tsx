import type { RefObject } from "react";
import { Side } from "~/components/moderation/case-tables";
import type { DecisionFailureView } from "~/components/moderation/case-view";
import { KindBadge } from "~/components/moderation/kind-badge";
import { OtherEvents } from "~/components/moderation/other-events";
import queue from "~/components/moderation/queue.module.css";
import panel from "~/components/moderation/review-panel.module.css";
import { KEEPS_SHELL } from "~/lib/pages/after-forms";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { CompareChoice, CompareTable } from "~/ui/compare-table";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import type { ReviewView } from "./review";
import classes from "./review.module.css";

type Pair = Extract<NonNullable<ReviewView["opened"]>, { kind: "duplicate" }>;

interface PairPanelProps {
  pair: Pair;
  view: Pick<ReviewView, "action" | "nextName">;
  heading: RefObject<HTMLHeadingElement>;
  failure: DecisionFailureView | null;
}

/** Two public events side by side: the values to keep, then merge them into one, or keep both. */
export function PairPanel({ pair, view, heading, failure }: PairPanelProps) {
  const { t } = useText();
  const { keep, drop } = pair;
  return (
    <article className={`${panel.panel} rd-box`} aria-labelledby="review-title">
      <header className={`${panel.part} ${panel.what}`}>
        <KindBadge kind="duplicate">{pair.likeness}</KindBadge>
        <h2 id="review-title" ref={heading} tabIndex={-1} dir="auto" lang={keep.titleLang}>
          {keep.title}
        </h2>
        <p>{t("moderation:inbox.pair.lead")}</p>
      </header>
      <Form method="post" action={view.action} className={panel.panel} preventScrollReset>
        <input type="hidden" name="event" value={pair.id} />
        <input type="hidden" name="title" value={keep.title} />
        <input type="hidden" name="keep" value={keep.id} />
        <input type="hidden" name="keepVersion" value={keep.version} />
        <input type="hidden" name="duplicate" value={drop.id} />
        <input type="hidden" name="version" value={drop.seen} />
        <input type="hidden" name={KEEPS_SHELL} value="1" />
        {view.nextName && <input type="hidden" name="next" value={view.nextName} />}
        <div className={panel.scroll}>
          <CompareTable
            heads={[
              t("moderation:queue.field"),
              t("moderation:inbox.pair.stays"),
              t("moderation:inbox.pair.goes"),
            ]}
            rows={[
              {
                key: "event",
                label: t("moderation:events.event"),
                cells: [<Head key="keep" side={keep} />, <Head key="drop" side={drop} />],
              },
              ...pair.choices.map(({ name, label, fields }) => ({
                key: name,
                label,
                cells: (["keep", "drop"] as const).map((side) => (
                  <CompareChoice
                    key={side}
                    name={`take:${name}`}
                    value={side}
                    isChosen={side === "keep"}
                  >
                    {fields.map((field) => (
                      <Side
                        key={field.name}
                        {...(side === "keep" ? field.before : field.after)}
                        lang={field.lang}
                        as="ins"
                      />
                    ))}
                  </CompareChoice>
                )) as [JSX.Element, JSX.Element],
              })),
            ]}
          />
        </div>
        {failure?.claim && <input type="hidden" name="despite" value={failure.claim} />}
        {failure?.confirm && (
          <input type="hidden" name="confirmed" value={failure.confirm.others} />
        )}
        <div className={`${panel.part} ${classes.decide}`} data-bottom-bar>
          {failure?.message && (
            <Alert tone="bad" live="alert">
              {failure.message}
              {failure.confirm && <OtherEvents others={failure.confirm.shown} />}
            </Alert>
          )}
          <Button intent="keep-both" data-key="b" variant="default">
            {t(
              failure?.confirm
                ? "moderation:inbox.confirm.keepBoth"
                : "moderation:duplicate.keepBoth",
            )}
            <span className={`${queue.key} rd-needs-script`} aria-hidden="true">
              B
            </span>
          </Button>
          <Button intent="merge" data-key="m" leftSection={<Icon name="copy" size="s" />}>
            {t("moderation:duplicate.merge.press")}
            <span className={`${queue.key} rd-needs-script`} aria-hidden="true">
              M
            </span>
          </Button>
        </div>
      </Form>
    </article>
  );
}

function Head({ side }: { side: Pair["keep"] }) {
  const { t } = useText();
  return (
    <div className={classes.head} data-pair-head>
      <img src={side.cover} alt="" width={62} height={62} loading="lazy" />
      <div>
        <Link className="rd-link" to={side.href} dir="auto" lang={side.titleLang}>
          {side.title}
        </Link>
        <p>
          {side.facts} · {side.saved}
        </p>
        <Link className="rd-link" to={side.edit}>
          {t("moderation:queue.editIt")}
        </Link>
      </div>
    </div>
  );
}
