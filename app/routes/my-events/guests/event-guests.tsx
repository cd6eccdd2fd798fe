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
          <GuestList list={list} failure={answer} />
          {page.files && (
            <p className="rd-row">
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
