import type { FormEvent, ReactNode } from "react";
import type { DoorResult } from "~/lib/door/door-views";
import type { Scan } from "~/lib/door/entries";
import type { GuestState } from "~/lib/door/judge-ticket";
import type { IconName } from "~/lib/icon-names";
import { paths } from "~/lib/paths";
import { Button } from "~/ui/button";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { Form, Link } from "~/ui/link";
import classes from "./door-result.module.css";
import { type DoorFacts, doorClock, dueText, gateText, whenText } from "./door-words";

interface DoorResultViewProps {
  result: DoorResult;
  facts: DoorFacts;
  /** The scan that has just let them in; null while it is asked how many came. */
  admitted?: Scan | null;
  /** When this phone's list is from, UTC ms. */
  listFrom: number;
  /** Without these, forms and links of the page do the same. */
  live?: {
    admit(n: number, isOverride: boolean): void;
    undo(scan: Scan): void;
    close(): void;
    search(): void;
  };
}

type Tone = "ok" | "again" | "wrong" | "unknown";
interface Words {
  tone: Tone;
  icon: IconName;
  title: string;
  /** Below the name. */
  text?: string | null;
}

const WAITING = {
  offered: "door:result.offeredText",
  requested: "door:result.requestedText",
  waitlisted: "door:result.waitlistedText",
} as const satisfies Partial<Record<GuestState, string>>;

/** The words of a verdict, its shape and its edge: the colour comes last. */
function wordsOf(
  { verdict, guest, ticket }: DoorResult,
  facts: DoorFacts,
  admitted: Scan | null,
  listFrom: number,
): Words {
  const { t } = facts;
  switch (verdict.kind) {
    case "admit": {
      const isRest = !admitted && guest !== null && verdict.remaining < guest.seats;
      const due = dueText(facts, guest?.level ?? null, admitted?.n ?? verdict.remaining);
      const inside = isRest ? guest.seats - verdict.remaining : 0;
      return {
        tone: "ok",
        icon: "check",
        title: isRest
          ? t("door:result.more", { count: verdict.remaining })
          : t("door:result.comeIn"),
        text: [isRest && t("door:guest.partOf", { inside, seats: guest.seats }), due]
          .filter(Boolean)
          .join(" · "),
      };
    }
    case "again":
      return { tone: "again", icon: "history", title: t("door:result.again") };
    case "fake":
      return {
        ...{ tone: "wrong", icon: "alert-octagon", title: t("door:result.fake") },
        text: t("door:result.fakeText"),
      };
    case "other-showing": {
      const at = facts.showings[verdict.occ];
      return {
        ...{ tone: "wrong", icon: "calendar-x", title: t("door:result.otherShowing") },
        text:
          at === undefined
            ? t("door:result.otherShowingUnknown")
            : t("door:result.otherShowingText", { time: whenText(facts, at) }),
      };
    }
    case "old-code":
      return {
        ...{ tone: "wrong", icon: "ticket-off", title: t("door:result.old") },
        text: t("door:result.oldText", { time: whenText(facts, guest?.changedAt ?? 0) }),
      };
    case "not-going":
      if (verdict.state !== "ended")
        return {
          ...{ tone: "wrong", icon: "clock-pause", title: t("door:result.waiting") },
          text: t(WAITING[verdict.state]),
        };
      return {
        ...{ tone: "wrong", icon: "x", title: t("door:result.ended") },
        text: guest
          ? t("door:result.endedText", { time: whenText(facts, guest.changedAt) })
          : t("door:result.endedUnknown"),
      };
    case "unverified":
      return {
        tone: "unknown",
        icon: "question-mark",
        title: t(admitted ? "door:result.unverified" : "door:result.unverifiedAsk"),
        text: t("door:result.unverifiedText", {
          time: doorClock(facts, listFrom),
          seats: ticket?.seats ?? 1,
        }),
      };
  }
}

/** A form of the page, which the live door answers itself. */
function Act({
  fields,
  run,
  children,
}: {
  fields: Record<string, string | number>;
  run: (() => void) | undefined;
  children: ReactNode;
}) {
  const submit =
    run &&
    ((event: FormEvent) => {
      event.preventDefault();
      run();
    });
  return (
    <Form method="post" reloadDocument onSubmit={submit}>
      {Object.entries(fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </Form>
  );
}

/** How many came: one press each, all of them first. */
function Counts({
  remaining,
  registration,
  facts: { t },
  isOverride,
  live,
}: {
  remaining: number;
  registration: string;
  facts: DoorFacts;
  isOverride: boolean;
  live: DoorResultViewProps["live"];
}) {
  const intent = isOverride ? "override" : "admit";
  const admit = (n: number, look: string | undefined, label: string, variant?: "default") => (
    <Act
      key={n}
      fields={{ registration, n, intent }}
      run={live && (() => live.admit(n, isOverride))}
    >
      <Button type="submit" size="lg" fullWidth variant={variant} className={look}>
        {label}
      </Button>
    </Act>
  );
  const fewer = Array.from({ length: remaining - 1 }, (_, index) => index + 1);
  return (
    <>
      {fewer.length > 0 && (
        <fieldset className={classes.counts}>
          <legend>{t("door:result.howMany")}</legend>
          {fewer.map((n) =>
            admit(n, classes.count, t("door:guest.admit", { count: n }), "default"),
          )}
        </fieldset>
      )}
      {isOverride
        ? admit(
            remaining,
            classes.ghost,
            t("door:result.overrideAll", { count: remaining }),
            "default",
          )
        : admit(remaining, classes.main, t("door:guest.admit", { count: remaining }))}
    </>
  );
}

/** When, where and how many of a party that is in. */
function EarlierScan({ result, facts }: { result: DoorResult; facts: DoorFacts }) {
  const { verdict, guest, ticket } = result;
  if (verdict.kind !== "again") return null;
  const { t } = facts;
  const { last } = verdict;
  const seats = guest?.seats ?? ticket?.seats ?? last.seats;
  return (
    <dl className={classes.facts}>
      <div>
        <dt>{t("door:result.came")}</dt>
        <dd>
          <b>{whenText(facts, last.at)}</b>
        </dd>
      </div>
      <div>
        <dt>{t("door:result.where")}</dt>
        <dd>
          <bdi>{gateText(facts, last)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("door:result.party")}</dt>
        <dd>{t("door:result.partyIn", { inside: seats, seats })}</dd>
      </div>
    </dl>
  );
}

/**
 * The answer to a scan or a chosen name, readable at arm's length: word, shape and edge before
 * colour.
 */
export function DoorResultView({
  result,
  facts,
  admitted = null,
  listFrom,
  live,
}: DoorResultViewProps) {
  const { t, place } = facts;
  const { verdict, guest, ticket } = result;
  const words = wordsOf(result, facts, admitted, listFrom);
  const registration = guest?.id ?? ticket?.registrationId ?? "";
  const door = paths.door(place.key);
  const isAsked =
    !admitted && (verdict.kind === "admit" || verdict.kind === "unverified") && registration !== "";
  const next = live ? (
    <Button size="lg" fullWidth icon="scan" className={classes.main} onClick={live.close} autoFocus>
      {t("door:result.next")}
    </Button>
  ) : (
    <Button component={Link} to={door} size="lg" fullWidth className={classes.main}>
      {t("door:result.next")}
    </Button>
  );
  return (
    <section
      className={classes.result}
      data-tone={words.tone}
      aria-label={words.title}
      role="alert"
    >
      <p className={classes.top}>
        <span>
          <bdi>{place.device}</bdi> · {doorClock(facts, facts.now)}
        </span>
        {live ? (
          <IconButton icon="x" label={t("door:result.close")} onClick={live.close} />
        ) : (
          <IconButton icon="x" label={t("door:result.close")} to={door} />
        )}
      </p>
      <div className={classes.verdict}>
        <span className={classes.shape}>
          <Icon name={words.icon} />
        </span>
        <h1>{words.title}</h1>
      </div>
      <div className={classes.party}>
        {guest && (
          <h2>
            <bdi>{guest.name ?? t("door:guest.unnamed")}</bdi>
            {admitted && ` · ${t("door:result.people", { count: admitted.n })}`}
          </h2>
        )}
        {words.text && <p>{words.text}</p>}
        <EarlierScan result={result} facts={facts} />
      </div>
      <div className={classes.acts}>
        {isAsked && (
          <Counts
            {...{ registration, facts, live }}
            remaining={verdict.remaining}
            isOverride={false}
          />
        )}
        {!isAsked && next}
        {admitted && (
          <Act
            fields={{ scan: admitted.id, registration, intent: "undo" }}
            run={live && (() => live.undo(admitted))}
          >
            <Button
              type="submit"
              size="lg"
              fullWidth
              variant="default"
              icon="arrow-back-up"
              className={classes.ghost}
            >
              {t("door:result.undo")}
            </Button>
          </Act>
        )}
        {words.tone === "wrong" && live && (
          <Button
            size="lg"
            fullWidth
            variant="default"
            icon="search"
            className={classes.ghost}
            onClick={live.search}
          >
            {t("door:result.findByName")}
          </Button>
        )}
        {verdict.kind === "not-going" && guest && (
          <Override {...{ guest: registration, facts, live }} remaining={verdict.remaining} />
        )}
        {verdict.kind === "again" && (
          <p className={classes.note}>
            {verdict.last.deviceId === null
              ? t("door:result.notCountedHost")
              : t("door:result.notCounted", { device: gateText(facts, verdict.last) })}
          </p>
        )}
      </div>
    </section>
  );
}

/** Only a host lets in who is not on the list, and is logged with it. */
function Override({
  guest,
  remaining,
  facts,
  live,
}: {
  guest: string;
  remaining: number;
  facts: DoorFacts;
  live: DoorResultViewProps["live"];
}) {
  const { t, isHost } = facts;
  if (!isHost) return <p className={classes.note}>{t("door:result.askHost")}</p>;
  return (
    <>
      <Counts {...{ registration: guest, remaining, facts, live }} isOverride />
      <p className={classes.note}>{t("door:result.logged")}</p>
    </>
  );
}
