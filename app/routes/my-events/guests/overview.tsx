import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Card } from "~/ui/card";
import { Chart } from "~/ui/chart";
import { Fold } from "~/ui/fold";
import { Icon } from "~/ui/icon";
import { Link } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { Section } from "~/ui/section";
import { SegmentedLinks } from "~/ui/segmented";
import { type Column, Table } from "~/ui/table";
import { useText } from "~/ui/text";
import type { eventGuestsLoader } from "./event-guests.server";
import { DAY_COUNTS, SOURCE_COUNTS } from "./figure-columns";
import classes from "./overview.module.css";

type OverviewView = NonNullable<Awaited<ReturnType<typeof eventGuestsLoader>>["overview"]>;

const NEED_ICONS = { requests: "inbox", conflicts: "alert-triangle", offers: "hourglass" } as const;

/** What is next, what waits for the host, the dates, and the figures. */
export function Overview({ page }: { page: OverviewView }) {
  const { t } = useText();
  return (
    <div className={classes.columns}>
      <div className={classes.main}>
        {page.next && <Next next={page.next} door={page.door} />}
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
        <Section
          id="showings"
          title={t("guests:showings")}
          actions={
            page.addDate && (
              <Link className="rd-link" to={page.addDate}>
                {t("guests:addDate")}
              </Link>
            )
          }
        >
          {page.showings.length === 0 ? (
            <>
              <p>{t("guests:noShowings")}</p>
              {page.switchOn && (
                <p>
                  <LinkButton to={page.switchOn.href} variant="default">
                    {page.switchOn.label}
                  </LinkButton>
                </p>
              )}
            </>
          ) : (
            <ShowingsTable showings={page.showings} />
          )}
        </Section>
        <Figures figures={page.figures} />
      </div>
      <Beside page={page} />
    </div>
  );
}

function Next({
  next,
  door,
}: {
  next: NonNullable<OverviewView["next"]>;
  door: OverviewView["door"];
}) {
  const { t } = useText();
  return (
    <section className={classes.next} aria-labelledby="next">
      <b className={classes.figure} aria-hidden="true">
        {next.figure}
      </b>
      <div>
        <h2 id="next">{next.title}</h2>
        <p>{next.text}</p>
        {next.max !== null && (
          <progress value={next.value} max={Math.max(1, next.max)} aria-labelledby="next" />
        )}
      </div>
      {door && (
        <LinkButton to={door} variant="default" icon="scan" size="lg">
          {t("guests:next.door")}
        </LinkButton>
      )}
    </section>
  );
}

function Beside({ page: { beside, people, messages } }: { page: OverviewView }) {
  const { t } = useText();
  return (
    <aside className={classes.beside}>
      {beside.helpers && (
        <Card title={t("guests:helpers")}>
          {beside.helpers.length === 0 ? (
            <p>{t("guests:noHelpers")}</p>
          ) : (
            <List>
              {beside.helpers.map(({ id, name, role }) => (
                <ListItem key={id} title={<bdi>{name}</bdi>} meta={role} />
              ))}
            </List>
          )}
          <Link className="rd-link" to={people}>
            {t("guests:invite")}
          </Link>
        </Card>
      )}
      {beside.messages && (
        <Card title={t("guests:messages.title")}>
          {beside.messages.length === 0 ? (
            <p>{t("guests:messages.none")}</p>
          ) : (
            <List>
              {beside.messages.map(({ id, text, when }) => (
                <ListItem key={id} title={<bdi className={classes.text}>{text}</bdi>} meta={when} />
              ))}
            </List>
          )}
          <Link className="rd-link" to={messages}>
            {t("guests:write")}
          </Link>
        </Card>
      )}
      <Card title={t("guests:seen")}>
        <p>{t("guests:privacy")}</p>
        {beside.erased && <p>{beside.erased}</p>}
      </Card>
    </aside>
  );
}

type FiguresView = OverviewView["figures"];

function Figures({ figures: { range, steps, days, sources, tickets } }: { figures: FiguresView }) {
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
    <Section
      id="figures"
      title={t("guests:figures.title")}
      lead={t("guests:figures.lead")}
      actions={
        <SegmentedLinks
          label={t("guests:figures.range")}
          options={range.options}
          current={range.current}
        />
      }
    >
      <div className={classes.steps}>
        {steps.map(({ name, term, count, note, points }) => (
          <Chart key={name} title={term} figure={count} note={note} points={points} />
        ))}
      </div>
      {tickets && (
        <p>
          {t("guests:figures.tickets")}: <b>{tickets}</b>
        </p>
      )}
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

type Showing = OverviewView["showings"][number];

function ShowingsTable({ showings }: { showings: readonly Showing[] }) {
  const { t } = useText();
  const columns: Column<Showing>[] = [
    { key: "when", head: t("guests:column.showing"), isHead: true, cell: ({ label }) => label },
    {
      key: "going",
      head: t("guests:column.going"),
      isNumeric: true,
      cell: ({ figures, going, offered, capacity }) =>
        capacity === null || figures.of === null ? (
          figures.going
        ) : (
          <>
            {t("guests:of", { going: figures.going, capacity: figures.of })}
            <progress value={going + offered} max={Math.max(1, capacity)} aria-hidden="true" />
            {offered > 0 && (
              <small>
                {t("guests:column.offered")}: {figures.offered}
              </small>
            )}
          </>
        ),
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
      cell: ({ erasedAt, status, places, isOver, requested, figures }) =>
        erasedAt !== null ? (
          <Badge>{t("guests:erased")}</Badge>
        ) : status === "cancelled" ? (
          <Badge tone="bad">{t("guests:cancelled")}</Badge>
        ) : isOver ? (
          <Badge>{t("guests:over")}</Badge>
        ) : requested > 0 ? (
          <Badge tone="waiting">
            {t("guests:column.requested")}: {figures.requested}
          </Badge>
        ) : (
          places && <Badge tone="info">{places}</Badge>
        ),
    },
  ];
  return (
    <div className={classes.showings}>
      <Table
        label={t("guests:lead")}
        columns={columns}
        rows={showings}
        rowKey={({ originalStart }) => originalStart}
      />
    </div>
  );
}
