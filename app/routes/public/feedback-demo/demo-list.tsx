import { useNavigation } from "@remix-run/react";
import { useRef } from "react";
import * as v from "valibot";
import { CardSkeletons } from "~/components/event-browser/loading";
import { EventCard, EventGrid } from "~/components/event-card/event-card";
import { Hodhod } from "~/components/hodhod/hodhod";
import { paths } from "~/lib/paths";
import type en from "~/locales/en/feedback.json";
import { Button } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Icon } from "~/ui/icon";
import { Form, Link } from "~/ui/link";
import { useText } from "~/ui/text";
import classes from "./feedback-demo.module.css";
import type { DemoText, DemoView } from "./feedback-demo.server";

type Issue = keyof typeof en.form.issues;

const issue = (name: Issue) => name;

/**
 * Schema of the demo form: the required event fields, with the default limits (decisions.md §7).
 */
const DemoEvent = v.object({
  titleEn: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(issue("titleRequired")),
    v.minLength(5, issue("titleShort")),
    v.maxLength(140, issue("titleLong")),
  ),
  venueEn: v.pipe(
    v.string(),
    v.trim(),
    v.nonEmpty(issue("venueRequired")),
    v.minLength(2, issue("venueShort")),
    v.maxLength(120, issue("venueLong")),
  ),
  email: v.union([v.literal(""), v.pipe(v.string(), v.trim(), v.email(issue("email")))]),
});

type DemoField = keyof v.InferInput<typeof DemoEvent>;
const DEMO_FIELDS = ["titleEn", "venueEn", "email"] as const satisfies readonly DemoField[];

/** Typed values and one error per field. */
export interface DemoAnswer {
  values: Record<DemoField, string>;
  issues: Partial<Record<DemoField, Issue>>;
}

/** Validates the submitted form. */
export function checkDemoEvent(form: FormData): DemoAnswer {
  const values = Object.fromEntries(
    DEMO_FIELDS.map((name) => [name, String(form.get(name) ?? "")]),
  ) as DemoAnswer["values"];
  const result = v.safeParse(DemoEvent, values);
  const { nested = {} } = result.success ? {} : v.flatten<typeof DemoEvent>(result.issues);
  return {
    values,
    issues: Object.fromEntries(
      DEMO_FIELDS.flatMap((name) => (nested[name] ? [[name, nested[name][0] as Issue]] : [])),
    ),
  };
}

interface DemoDeletionProps {
  text: DemoText["confirm"];
  confirming: boolean;
  removed: boolean;
}

/** Demo event stored in the URL, with a button that deletes it. */
export function DemoDeletion({ text, confirming, removed }: DemoDeletionProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const here = `${paths.feedbackDemo()}#confirm`;
  if (removed)
    return (
      <p className={classes.example}>
        <span>{text.gone}</span>
        <Button component={Link} to={here} variant="default" preventScrollReset>
          {text.back}
        </Button>
      </p>
    );
  return (
    <>
      <div className={classes.example}>
        <p>
          <b>{text.example}</b>
          <br />
          <small>{text.exampleText}</small>
        </p>
        <Button
          component={Link}
          to={`${paths.feedbackDemo({ confirm: true })}#confirm`}
          variant="default"
          color="red"
          preventScrollReset
          icon="trash"
          onClick={(event) => {
            event.preventDefault();
            dialog.current?.showModal();
          }}
        >
          {text.delete}
        </Button>
      </div>
      <ConfirmDialog
        ref={dialog}
        open={confirming}
        question={text.question}
        text={text.questionText}
        cancelHref={here}
        cancelLabel={text.no}
      >
        <Form
          method="post"
          action={here}
          preventScrollReset
          onSubmit={() => dialog.current?.close()}
        >
          <Button intent="delete" color="red">
            {text.yes}
          </Button>
        </Form>
      </ConfirmDialog>
    </>
  );
}

const address = (list: "slow" | "empty" | "fail") => `${paths.feedbackDemo({ list })}#list`;

/** The real event list with results, without results and with an error. */
export function DemoList({ text, list }: { text: DemoText["list"]; list: DemoView["list"] }) {
  const { location } = useNavigation();
  const loading =
    location?.pathname === paths.feedbackDemo() && new URLSearchParams(location.search).has("list");
  return (
    <>
      <div className="rd-row">
        {(["slow", "empty", "fail"] as const).map((wanted) => (
          <Button
            key={wanted}
            component={Link}
            to={address(wanted)}
            variant="default"
            preventScrollReset
          >
            {text[wanted]}
          </Button>
        ))}
      </div>
      <div className={classes.result}>
        {loading ? <CardSkeletons count={3} /> : <Outcome text={text} list={list} />}
      </div>
    </>
  );
}

function Outcome({ text, list }: { text: DemoText["list"]; list: DemoView["list"] }) {
  const { t } = useText();
  if (list.state === "none") return null;
  if (list.state === "failed")
    return (
      <div className={classes.apology} role="alert">
        <Icon name="alert-circle" />
        <p>{t("events:list.error")}</p>
        <Button component={Link} to={address("slow")} variant="default" preventScrollReset>
          {t("common:tryAgain")}
        </Button>
      </div>
    );
  if (list.events.length === 0)
    return (
      <div className={`${classes.empty} rd-empty`}>
        <Hodhod pose="sleeping" />
        <h3>{text.emptyTitle}</h3>
        <p>{text.emptyText}</p>
        <Button component={Link} to={address("slow")} variant="default" preventScrollReset>
          {text.emptyAction}
        </Button>
      </div>
    );
  return (
    <>
      <p className="rd-hidden" role="status">
        {list.summary}
      </p>
      <EventGrid>
        {list.events.map((event) => (
          <EventCard key={event.id} event={event} headingLevel={3} />
        ))}
      </EventGrid>
    </>
  );
}
