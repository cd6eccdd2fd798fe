import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import { HostHead } from "../host-head";
import type { EventGuestsAnswer, eventGuestsLoader } from "./event-guests.server";
import { GuestList } from "./guest-list";
import classes from "./guest-list.module.css";
import { GuestPanel } from "./guest-panel";
import { Overview } from "./overview";

type EventGuestsView = Awaited<ReturnType<typeof eventGuestsLoader>>;

/** An event as its host sees it: the showings with their places, and the guests. */
export function EventGuests({
  page,
  answer,
}: {
  page: EventGuestsView;
  answer: EventGuestsAnswer | undefined;
}) {
  return (
    <main id="main">
      <HostHead of={page.of} />
      {page.overview ? <Overview page={page.overview} /> : <Guests page={page} answer={answer} />}
    </main>
  );
}

function Guests({
  page,
  answer,
}: {
  page: EventGuestsView;
  answer: EventGuestsAnswer | undefined;
}) {
  const { t } = useText();
  const list = answer?.list ?? page.list;
  return (
    <Section id="guests" title={t("guests:guests")} lead={t("guests:privacy")}>
      {list ? (
        <>
          <Filter filter={page.filter} />
          {page.add && page.add.showings.length > 0 && (
            <AddGuest add={page.add} failure={answer?.form === "add" ? answer : undefined} />
          )}
          <div className={page.guest ? classes.beside : undefined}>
            <div className={classes.column}>
              <GuestList list={list} failure={answer} current={page.guest?.id ?? null} />
            </div>
            {page.guest && <GuestPanel guest={page.guest} close={list.here} guests={list.guests} />}
          </div>
          {page.files && (
            <p className={`${classes.files} rd-row`}>
              <a className="rd-link" href={page.files.csv} download>
                {t("guests:csv")}
              </a>
              <a className="rd-link" href={page.files.json} download>
                {t("guests:json")}
              </a>
            </p>
          )}
        </>
      ) : !page.mayAsk ? (
        <p>{t("guests:notForRole")}</p>
      ) : (
        <Form name="open" failure={answer?.form === "open" ? answer : undefined}>
          <TextArea
            name="reason"
            label={t("guests:open.reason")}
            help={t("guests:open.help")}
            need="required"
            rows={2}
            counter={page.reasonLimits}
          />
          <FormBar submit={t("guests:open.send")} intent="open" />
        </Form>
      )}
    </Section>
  );
}

function Filter({ filter }: { filter: EventGuestsView["filter"] }) {
  const { t } = useText();
  return (
    <Form method="get" name="filter" isRow>
      <input type="hidden" name="tab" value={filter.tab} />
      <TextField
        name="q"
        type="search"
        label={t("guests:search")}
        defaultValue={filter.q}
        dir="auto"
        autoComplete="off"
      />
      <Select
        name="at"
        label={t("guests:column.showing")}
        empty={t("guests:allShowings")}
        options={filter.showings}
        defaultValue={filter.at}
      />
      <SubmitButton intent="filter" variant="default">
        {t("guests:show")}
      </SubmitButton>
    </Form>
  );
}

/** Puts a party on the list by hand. */
function AddGuest({
  add: { last, once, showings, people, levels },
  failure,
}: {
  add: NonNullable<EventGuestsView["add"]>;
  failure: EventGuestsAnswer | undefined;
}) {
  const { t } = useText();
  return (
    <Fold id="add" title={t("guests:add.title")} open={failure !== undefined}>
      {/* Begins anew once its guest is on the list. */}
      <Form key={last} name="add" failure={failure} keeps={`add ${last}`}>
        <input type="hidden" name="once" value={once} />
        <TextField
          name="name"
          label={t("guests:add.name")}
          need="required"
          maxLength={80}
          dir="auto"
          autoComplete="off"
        />
        <Select name="showing" label={t("guests:add.date")} options={showings} />
        <Select name="seats" label={t("guests:add.people")} options={people} />
        {levels.length > 0 && (
          <Select name="level" label={t("guests:add.level")} options={levels} />
        )}
        <TextField
          name="email"
          type="email"
          label={t("guests:add.email")}
          help={t("guests:add.emailHelp")}
          dir="ltr"
          autoComplete="off"
        />
        <FormBar submit={t("guests:add.send")} intent="add" />
      </Form>
    </Fold>
  );
}
