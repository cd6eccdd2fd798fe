import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Fact, Facts } from "~/ui/facts";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { type Column, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { EventGuestsAnswer, eventGuestsLoader } from "./event-guests.server";
import { DAY_COUNTS, SOURCE_COUNTS } from "./figure-columns";
import { GuestList } from "./guest-list";

type EventGuestsView = Awaited<ReturnType<typeof eventGuestsLoader>>;

const NEED_ICONS = { requests: "inbox", conflicts: "alert-triangle", offers: "hourglass" } as const;

/** An event as its host sees it: the showings with their places, and the guests. */
export function EventGuests({
  page,
  answer,
}: {
  page: EventGuestsView;
  answer: EventGuestsAnswer | undefined;
}) {
  const { t } = useText();
  const list = answer?.list ?? page.list;
  return (
    <main id="main" className="rd-stack">
      <PageHead title={<bdi lang={page.titleLang}>{page.title}</bdi>} lead={t("guests:lead")} />
      <nav className="rd-row" aria-label={t("guests:pages")}>
        <LinkButton to={page.event} variant="default">
          {t("guests:seePage")}
        </LinkButton>
        {page.rsvp && (
          <LinkButton to={page.rsvp} variant="default">
            {t("guests:rsvp")}
          </LinkButton>
        )}
        {page.door && (
          <LinkButton to={page.door} variant="default">
            {t("guests:door")}
          </LinkButton>
        )}
        {page.messages && (
          <LinkButton to={page.messages} variant="default">
            {t("guests:messages.title")}
          </LinkButton>
        )}
        <LinkButton to={page.embed} variant="default">
          {t("guests:embed")}
        </LinkButton>
        {page.people && (
          <LinkButton to={page.people} variant="default">
            {t("guests:people")}
          </LinkButton>
        )}
        {page.edit && (
          <LinkButton to={page.edit} variant="default">
            {t("guests:edit")}
          </LinkButton>
        )}
      </nav>
      {page.needs.length > 0 && (
        <Section id="needs" title={t("guests:needs.title")}>
          <List>
            {page.needs.map(({ name, text, href }) => (
              <ListItem
                key={name}
                start={<Icon name={NEED_ICONS[name]} />}
                title={text}
                end={
                  <LinkButton to={href} variant="default" size="sm">
                    {t("guests:needs.look")}
                  </LinkButton>
                }
              />
            ))}
          </List>
        </Section>
      )}
      {page.hasNumbers && (
        <Section id="showings" title={t("guests:showings")}>
          {page.showings.length === 0 ? (
            <p>{t("guests:noShowings")}</p>
          ) : (
            <ShowingsTable showings={page.showings} />
          )}
        </Section>
      )}
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
      {page.figures && <Figures figures={page.figures} />}
    </main>
  );
}

type FiguresView = NonNullable<EventGuestsView["figures"]>;

function Figures({ figures: { steps, days, sources } }: { figures: FiguresView }) {
  const { t } = useText();
  const columns: Column<FiguresView["days"][number]>[] = [
    { key: "day", head: t("guests:figures.day"), isHead: true, cell: ({ label }) => label },
    ...DAY_COUNTS.map((key) => ({
      key,
      head: t(`guests:figures.${key}`),
      isNumeric: true,
      cell: (row: FiguresView["days"][number]) => row[key],
    })),
  ];
  const ofSource: Column<FiguresView["sources"][number]>[] = [
    { key: "source", head: t("guests:figures.source"), isHead: true, cell: ({ label }) => label },
    ...SOURCE_COUNTS.map((key) => ({
      key,
      head: t(`guests:figures.${key}`),
      isNumeric: true,
      cell: (row: FiguresView["sources"][number]) => row[key],
    })),
  ];
  return (
    <Section id="figures" title={t("guests:figures.title")} lead={t("guests:figures.lead")}>
      <Facts>
        {steps.map(({ term, count }) => (
          <Fact key={term} term={term}>
            {count}
          </Fact>
        ))}
      </Facts>
      {days.length > 0 && (
        <Fold title={t("guests:figures.byDay")}>
          <Table
            label={t("guests:figures.byDay")}
            columns={columns}
            rows={days}
            rowKey={({ day }) => day}
          />
        </Fold>
      )}
      {sources.length > 0 && (
        <Fold title={t("guests:figures.bySource")}>
          <Table
            label={t("guests:figures.bySource")}
            columns={ofSource}
            rows={sources}
            rowKey={({ label }) => label}
          />
        </Fold>
      )}
    </Section>
  );
}

type Showing = EventGuestsView["showings"][number];

function ShowingsTable({ showings }: { showings: readonly Showing[] }) {
  const { t } = useText();
  const columns: Column<Showing>[] = [
    { key: "when", head: t("guests:column.showing"), isHead: true, cell: ({ label }) => label },
    {
      key: "going",
      head: t("guests:column.going"),
      isNumeric: true,
      cell: ({ figures }) =>
        figures.of === null
          ? figures.going
          : t("guests:of", { going: figures.going, capacity: figures.of }),
    },
    {
      key: "offered",
      head: t("guests:column.offered"),
      isNumeric: true,
      cell: ({ figures }) => figures.offered,
    },
    {
      key: "requested",
      head: t("guests:column.requested"),
      isNumeric: true,
      cell: ({ figures }) => figures.requested,
    },
    {
      key: "waiting",
      head: t("guests:column.waiting"),
      isNumeric: true,
      cell: ({ figures }) => figures.waiting,
    },
    {
      key: "came",
      head: t("guests:column.came"),
      isNumeric: true,
      cell: ({ figures }) =>
        figures.missed === null
          ? figures.came
          : t("guests:cameAndMissed", { came: figures.came, missed: figures.missed }),
    },
    {
      key: "kept",
      head: t("guests:column.kept"),
      cell: ({ erasedAt, status }) =>
        erasedAt !== null ? (
          <Badge>{t("guests:erased")}</Badge>
        ) : status === "cancelled" ? (
          <Badge tone="bad">{t("guests:cancelled")}</Badge>
        ) : null,
    },
  ];
  return (
    <Table
      label={t("guests:lead")}
      columns={columns}
      rows={showings}
      rowKey={({ originalStart }) => originalStart}
    />
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
