import type { ReactNode } from "react";
import type { CalendarSystem } from "~/lib/dates/dates.server";
import { diffWords } from "~/lib/text/word-diff";
import { Alert } from "~/ui/alert";
import { Avatar } from "~/ui/avatar";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { Chart, Sparkline } from "~/ui/chart";
import { Checkbox } from "~/ui/checkbox";
import { CodeView } from "~/ui/code-view";
import { Combobox } from "~/ui/combobox";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { DateField } from "~/ui/date-field";
import { DateRange } from "~/ui/date-range";
import { Dialog } from "~/ui/dialog";
import { DiffView } from "~/ui/diff-view";
import { Drawer } from "~/ui/drawer";
import { Empty } from "~/ui/empty";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { IconButton } from "~/ui/icon-button";
import { KhatamLoader } from "~/ui/khatam-loader";
import { LinkButton } from "~/ui/link-button";
import { Menu, MenuItem } from "~/ui/menu";
import { PageHead } from "~/ui/page-head";
import { Pager } from "~/ui/pager";
import { Progress } from "~/ui/progress";
import { RadioCards } from "~/ui/radio-cards";
import { Section } from "~/ui/section";
import { SectionHead } from "~/ui/section-head";
import { Segmented, SegmentedLinks } from "~/ui/segmented";
import { Select } from "~/ui/select";
import { Skeleton } from "~/ui/skeleton";
import { SubmitButton } from "~/ui/submit-button";
import { Switch } from "~/ui/switch";
import { Table } from "~/ui/table";
import { Tabs } from "~/ui/tabs";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import { TimeField } from "~/ui/time-field";
import { useToast } from "~/ui/toast";
import { Tooltip } from "~/ui/tooltip";
import classes from "./kit.module.css";
import type { KitWords } from "./samples";

interface KitProps {
  page: { words: KitWords; calendar: CalendarSystem; open: string | null };
}

const HERE = "/dev/kit";
const TODAY = "2026-11-22";
const VALUES = [7, 22, 16, 8, 33, 20, 23, 21, 22, 16, 13, 28, 11, 18];
const BEFORE = [9, 12, 13, 11, 15, 12, 15, 14, 16, 13, 12, 17, 14, 15];
const CODE = '{\n  "title": "Late Setar",\n  "starts": "2026-12-08T20:30",\n  "price": free\n}';

const Part = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className={classes.part} data-part={name}>
    {children}
  </div>
);

/** All parts of the kit in all states, with sample data. */
export function Kit({ page }: KitProps) {
  const { words } = page;
  return (
    <main id="main" className="rd-wrap">
      <div className={classes.page}>
        <Lists words={words} />
        <Fields words={words} calendar={page.calendar} />
        <Choices words={words} />
        <Section title={words.form.title}>
          <Part name="form">
            <RejectedForm words={words} />
          </Part>
        </Section>
        <Buttons words={words} />
        <Messages words={words} />
        <Dialogs words={words} open={page.open} />
        <Cards words={words} />
        <Charts words={words} />
        <Waiting words={words} />
        <Texts words={words} />
      </div>
    </main>
  );
}

type PartsProps = Pick<KitProps["page"], "words">;

function Lists({ words }: PartsProps) {
  const { heads, table, tabs, search } = words;
  return (
    <section className={classes.part}>
      <Part name="page-head">
        <PageHead
          title={words.title}
          lead={words.lead}
          badges={<Badge tone="info">{words.buttons.badges.today}</Badge>}
          actions={
            <>
              <Button variant="default" leftSection={<Icon name="download" />}>
                {words.table.copy}
              </Button>
              <Button leftSection={<Icon name="plus" />}>{words.buttons.large}</Button>
            </>
          }
        />
      </Part>
      <Part name="tabs">
        <Tabs
          label={tabs.label}
          current="all"
          tabs={(["all", "staff", "low"] as const).map((name) => ({
            name,
            label: tabs[name],
            count: tabs.counts[name],
            href: `${HERE}?tab=${name}`,
          }))}
        />
      </Part>
      <Part name="search">
        <Form method="get" role="search" isRow>
          <TextField
            name="q"
            type="search"
            label={search.label}
            placeholder={search.placeholder}
            start={<Icon name="search" size="s" />}
            isLabelHidden
            size="sm"
          />
          <Select
            name="role"
            label={search.role}
            empty={search.any}
            options={[{ value: "staff", label: tabs.staff }]}
            isLabelHidden
            size="sm"
          />
          <Button type="submit" variant="default">
            {search.show}
          </Button>
        </Form>
      </Part>
      <Part name="table">
        <Form name="people" isWide>
          <Table
            label={table.label}
            rows={words.people}
            rowKey={({ id }) => id}
            select={{ name: "chosen", value: ({ id }) => (id === "3" ? null : id), label: ({ name }) => `${table.select}: ${name}` }}
            columns={[
              {
                key: "name",
                head: heads.name,
                isHead: true,
                cell: ({ name, initials }) => (
                  <span className={classes.name}>
                    <Avatar photoUrl={null} initials={initials} size="s" />
                    <bdi>{name}</bdi>
                  </span>
                ),
              },
              { key: "role", head: heads.role, cell: ({ role }) => role },
              {
                key: "trust",
                head: heads.trust,
                isNumeric: true,
                sort: { href: `${HERE}?sort=trust`, order: "descending" },
                cell: ({ trust }) => <bdi>{words.numbers[String(trust)]}</bdi>,
              },
              {
                key: "events",
                head: heads.events,
                isNumeric: true,
                sort: { href: `${HERE}?sort=events`, order: null },
                cell: ({ events }) => words.numbers[String(events)],
              },
              { key: "seen", head: heads.seen, cell: ({ seen }) => seen },
              {
                key: "state",
                head: heads.state,
                cell: ({ state, tone }) => (
                  <Badge tone={tone as "good"}>
                    <Icon name="circle-check" size="s" />
                    {state}
                  </Badge>
                ),
              },
              {
                key: "more",
                head: heads.more,
                isHeadHidden: true,
                cell: ({ id, name }) => (
                  <Menu label={`${table.more}: ${name}`}>
                    <MenuItem icon="external-link" to={`${HERE}?person=${id}`} shortcut="O">
                      {table.publicPage}
                    </MenuItem>
                    <MenuItem icon="copy" shortcut="C">
                      {table.copy}
                    </MenuItem>
                    <MenuItem icon="trash" tone="danger" isApart>
                      {table.remove}
                    </MenuItem>
                  </Menu>
                ),
              },
            ]}
          />
        </Form>
      </Part>
      <Part name="pager">
        <Pager label={table.pages} start={HERE} previous={`${HERE}?page=1`} next={`${HERE}?page=3`} total={table.total} />
      </Part>
    </section>
  );
}

function Fields({ words: { fields }, calendar }: PartsProps & { calendar: CalendarSystem }) {
  const options = fields.select.options.map((label, index) => ({ value: `${index}`, label }));
  const groups = fields.select.groups.map((group, index) => ({ group, options: options.slice(index * 2, index * 2 + 2) }));
  return (
    <Section title={fields.title}>
      <div className={classes.part}>
        <div className={classes.grid}>
          <Part name="text-field">
            <TextField
              name="venue"
              need="optional"
              label={fields.empty.label}
              help={fields.empty.help}
              placeholder={fields.empty.placeholder}
              start={<Icon name="map-pin" size="s" />}
            />
          </Part>
          <Part name="text-field-counter">
            <TextField
              name="title"
              need="required"
              label={fields.counted.label}
              help={fields.counted.help}
              defaultValue={fields.counted.value}
              counter={{ max: 120 }}
            />
          </Part>
          <Part name="text-field-error">
            <TextField
              name="tickets"
              type="url"
              dir="ltr"
              label={fields.error.label}
              defaultValue={fields.error.value}
              error={fields.error.issue}
            />
          </Part>
          <Part name="text-field-disabled">
            <TextField
              name="owner"
              label={fields.disabled.label}
              defaultValue={fields.disabled.value}
              disabled
              end={<Icon name="lock" size="s" />}
            />
          </Part>
          <Part name="select">
            <Select name="category" label={fields.select.label} empty={fields.select.empty} options={groups} defaultValue="0" />
          </Part>
          <Part name="combobox">
            <Combobox
              name="city"
              label={fields.combobox.label}
              placeholder={fields.combobox.placeholder}
              options={fields.combobox.options.map((label, index) => ({
                value: `${index}`,
                label,
                hint: fields.combobox.hints[index] ?? "",
              }))}
            />
          </Part>
          <Part name="file">
            <TextField name="picture" type="file" accept="image/*" label={fields.file.label} help={fields.file.help} />
          </Part>
          <Part name="time-field">
            <TimeField name="doors" label={fields.time} defaultValue="19:30" />
          </Part>
          <Part name="date-field">
            <DateField name="day" label={fields.date} calendar={calendar} today={TODAY} defaultValue={TODAY} />
          </Part>
          <Part name="date-field-other">
            <DateField
              name="other-day"
              label={fields.date}
              calendar={calendar === "jalali" ? "gregorian" : "jalali"}
              today={TODAY}
              defaultValue={TODAY}
            />
          </Part>
          <Part name="date-field-time">
            <DateField
              name="starts"
              label={fields.starts}
              calendar={calendar}
              today={TODAY}
              defaultValue={`${TODAY}T20:30`}
              hasTime
              need="required"
            />
          </Part>
          <Part name="text-area">
            <TextArea
              name="description"
              label={fields.area.label}
              rows={3}
              defaultValue={fields.area.value}
              counter={{ min: 10, max: 400 }}
            />
          </Part>
          <Part name="text-area-code">
            <TextArea name="template" label={fields.template.label} rows={3} defaultValue={CODE} isCode />
          </Part>
        </div>
        <Part name="date-range">
          <DateRange
            label={fields.range}
            calendar={calendar}
            today={TODAY}
            from={{ name: "from", label: fields.from, defaultValue: TODAY }}
            to={{ name: "to", label: fields.to }}
          />
        </Part>
      </div>
    </Section>
  );
}

function Choices({ words: { ticks } }: PartsProps) {
  return (
    <Section title={ticks.title}>
      <div className={classes.grid}>
        <Part name="checkbox">
          <Checkbox name="copy" label={ticks.on} help={ticks.help} defaultChecked />
          <Checkbox name="push" label={ticks.off} />
          <Checkbox name="terms" label={ticks.error} error={ticks.issue} />
          <Checkbox name="staff" label={ticks.disabled} defaultChecked disabled />
        </Part>
        <Part name="switch">
          <Switch name="open" label={ticks.switchOn} help={ticks.help} defaultChecked />
          <Switch name="closed" label={ticks.switchOff} />
          <Switch name="locked" label={ticks.disabled} disabled />
        </Part>
        <Part name="radio-cards">
          <RadioCards
            name="review"
            label={ticks.cards.label}
            defaultValue="trusted"
            options={[
              { value: "reviewed", label: ticks.cards.reviewed, help: ticks.cards.reviewedHelp },
              { value: "trusted", label: ticks.cards.trusted, help: ticks.cards.trustedHelp, warning: ticks.cards.warning },
            ]}
          />
        </Part>
        <Part name="segmented">
          <Segmented
            name="span"
            label={ticks.segmented.label}
            defaultValue="week"
            options={(["day", "week", "month"] as const).map((value) => ({ value, label: ticks.segmented[value] }))}
          />
          <SegmentedLinks
            label={ticks.segmented.label}
            current="day"
            options={(["day", "month"] as const).map((value) => ({ value, label: ticks.segmented[value], href: `${HERE}?span=${value}` }))}
          />
        </Part>
      </div>
    </Section>
  );
}

function RejectedForm({ words: { form } }: PartsProps) {
  const failure = { message: form.message, issues: { name: form.nameIssue, email: form.emailIssue }, values: { email: "nima@" } };
  return (
    <Form name="rejected" failure={failure}>
      <TextField name="name" label={form.name} need="required" />
      <TextField name="email" type="email" dir="ltr" label={form.email} />
      <FormBar submit={form.submit} intent="save" cancel={{ href: HERE, label: form.cancel }} note={form.note} />
    </Form>
  );
}

function Buttons({ words: { buttons, table } }: PartsProps) {
  return (
    <Section title={buttons.title}>
      <div className={classes.part}>
        <Part name="button">
          <div className={classes.row}>
            <Button leftSection={<Icon name="check" />}>{buttons.approve}</Button>
            <Button variant="default" leftSection={<Icon name="pencil" />}>
              {buttons.edit}
            </Button>
            <Button variant="default" color="red" leftSection={<Icon name="x" />}>
              {buttons.reject}
            </Button>
            <Button color="red" leftSection={<Icon name="trash" />}>
              {buttons.remove}
            </Button>
            <Button variant="subtle">{buttons.skip}</Button>
            <Button disabled>{buttons.disabled}</Button>
            <Button loading>{buttons.working}</Button>
          </div>
          <div className={classes.row}>
            <Button size="lg" color="zafaran">
              {buttons.large}
            </Button>
            <Button size="md">{buttons.approve}</Button>
            <Button size="compact-sm" variant="default">
              {buttons.edit}
            </Button>
          </div>
        </Part>
        <Part name="link-button">
          <LinkButton to={HERE} variant="default" rightSection={<Icon name="arrow-right" flip />}>
            {buttons.open}
          </LinkButton>
        </Part>
        <Part name="icon-button">
          <div className={classes.row}>
            <IconButton icon="x" label={buttons.close} />
            <IconButton icon="settings" label={buttons.settings} variant="default" to={HERE} />
            <IconButton icon="trash" label={buttons.remove} tone="danger" size="sm" />
            <IconButton icon="pencil" label={buttons.edit} disabled />
          </div>
        </Part>
        <Part name="badge">
          <div className={classes.row}>
            <Badge>
              <Icon name="pencil" size="s" />
              {buttons.badges.draft}
            </Badge>
            <Badge tone="waiting">
              <Icon name="hourglass" size="s" />
              {buttons.badges.pending}
            </Badge>
            <Badge tone="good">
              <Icon name="circle-check" size="s" />
              {buttons.badges.approved}
            </Badge>
            <Badge tone="bad">
              <Icon name="circle-x" size="s" />
              {buttons.badges.rejected}
            </Badge>
            <Badge tone="info">
              <Icon name="git-compare" size="s" />
              {buttons.badges.edit}
            </Badge>
            <Badge tone="primary">
              <Icon name="star" size="s" />
              {buttons.badges.today}
            </Badge>
          </div>
        </Part>
        <Part name="avatar">
          <div className={classes.row}>
            <Avatar photoUrl={null} initials="SM" size="s" />
            <Avatar photoUrl={null} initials="BR" />
            <Avatar photoUrl={null} initials="GE" size="l" />
          </div>
        </Part>
        <Part name="menu">
          <Menu label={table.more} isWordy>
            <MenuItem icon="external-link" to={HERE}>
              {table.publicPage}
            </MenuItem>
            <MenuItem icon="copy" isDisabled>
              {table.copy}
            </MenuItem>
          </Menu>
        </Part>
      </div>
    </Section>
  );
}

function Messages({ words: { alerts } }: PartsProps) {
  const toast = useToast();
  return (
    <Section title={alerts.title}>
      <div className={classes.halves}>
        <Part name="alert">
          <Alert>{alerts.info}</Alert>
          <Alert tone="good">{alerts.good}</Alert>
          <Alert
            tone="waiting"
            action={
              <Button size="compact-sm" variant="default">
                {alerts.compare}
              </Button>
            }
          >
            {alerts.waiting}
          </Alert>
          <Alert tone="bad" title={alerts.heading}>
            {alerts.bad}
          </Alert>
        </Part>
        <div className={classes.part}>
          <Part name="toast">
            <div className={classes.row}>
              <Button variant="default" onClick={() => toast({ kind: "success", text: alerts.saved })}>
                {alerts.toast}
              </Button>
              <Button variant="default" onClick={() => toast({ kind: "error", text: alerts.bad })}>
                {alerts.heading}
              </Button>
            </div>
          </Part>
          <Part name="tooltip">
            <Tooltip label={alerts.tip}>{alerts.tipText}</Tooltip>
          </Part>
        </div>
      </div>
    </Section>
  );
}

function Dialogs({ words: { dialogs, form }, open }: PartsProps & { open: string | null }) {
  return (
    <Section title={dialogs.title}>
      <Part name="dialog">
        <div className={classes.row}>
          <LinkButton to={`${HERE}?open=dialog`} variant="default" preventScrollReset>
            {dialogs.dialog}
          </LinkButton>
          <LinkButton to={`${HERE}?open=drawer`} variant="default" preventScrollReset>
            {dialogs.drawer}
          </LinkButton>
          <LinkButton to={`${HERE}?open=confirm`} variant="default" preventScrollReset>
            {dialogs.confirm}
          </LinkButton>
        </div>
        <Dialog open={open === "dialog"} title={dialogs.question} lead={dialogs.text} closeHref={HERE} focuses="textarea">
          <Form name="block">
            <TextArea name="reason" label={dialogs.reason} rows={3} />
            <FormBar submit={dialogs.block} intent="block" danger isEnd cancel={{ href: HERE, label: dialogs.back }} />
          </Form>
        </Dialog>
        <ConfirmDialog
          open={open === "confirm"}
          question={dialogs.question}
          text={dialogs.text}
          cancelHref={HERE}
          cancelLabel={dialogs.back}
        >
          <Form name="confirm">
            <SubmitButton intent="block" danger>
              {dialogs.block}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
        <Drawer open={open === "drawer"} title={dialogs.filters} closeHref={HERE}>
          <Form name="filters" method="get">
            <TextField name="q" label={form.name} />
          </Form>
        </Drawer>
      </Part>
    </Section>
  );
}

function Cards({ words: { cards, form } }: PartsProps) {
  return (
    <section className={classes.part}>
      <Part name="section-head">
        <SectionHead id="cards" title={cards.title} line={cards.sectionLead} all={{ href: HERE, label: cards.fact }} />
      </Part>
      <Part name="card">
        <CardGrid>
          <Card title={cards.one} icon="mail" to={HERE} footer={cards.fact} level={3}>
            <p>{cards.oneText}</p>
          </Card>
          <Card title={cards.two} icon="palette" to={HERE} level={3}>
            <p>{cards.twoText}</p>
          </Card>
          <Card title={cards.section} level={3} actions={<Badge tone="waiting">{cards.fact}</Badge>}>
            <p>{cards.sectionLead}</p>
          </Card>
        </CardGrid>
      </Part>
      <Part name="section">
        <Section title={cards.section} lead={cards.sectionLead} level={3} isBeside>
          <TextField name="displayName" label={form.name} />
        </Section>
      </Part>
    </section>
  );
}

function Charts({ words: { charts } }: PartsProps) {
  const points = VALUES.map((value, index) => ({
    key: `${index}`,
    label: charts.days,
    value,
    before: BEFORE[index] ?? 0,
    text: `${value}`,
  }));
  return (
    <Section title={charts.title}>
      <div className={classes.part}>
        <Part name="chart">
          <CardGrid isWide>
            <Card>
              <Chart title={charts.decisions} figure={charts.figure} note={charts.change} points={points} pointsLabel={charts.day} />
            </Card>
            <Card>
              <Chart kind="line" title={charts.visitors} figure={charts.figure2} points={points} pointsLabel={charts.day} />
            </Card>
            <Card footer={charts.reliability}>
              <Sparkline values={VALUES} />
            </Card>
            <Card footer={charts.opens}>
              <Sparkline values={BEFORE} tone="bad" />
            </Card>
          </CardGrid>
        </Part>
        <Part name="progress">
          <div className={classes.grid}>
            <Progress label={charts.import} value={120} max={180} text={charts.imported} />
            <Progress label={charts.import} value={180} max={180} text={charts.imported} tone="good" />
            <Progress label={charts.import} value={12} max={180} text={charts.imported} tone="bad" />
          </div>
        </Part>
      </div>
    </Section>
  );
}

function Waiting({ words: { empty } }: PartsProps) {
  return (
    <Section title={empty.title}>
      <div className={classes.halves}>
        <Part name="empty">
          <Card>
            <Empty
              icon="inbox"
              title={empty.none}
              text={empty.text}
              action={
                <LinkButton to={HERE} variant="default">
                  {empty.action}
                </LinkButton>
              }
            />
          </Card>
        </Part>
        <Part name="skeleton">
          <Card>
            <Skeleton lines={5} />
          </Card>
          <KhatamLoader />
        </Part>
      </div>
    </Section>
  );
}

function Texts({ words: { code, texts } }: PartsProps) {
  return (
    <Section title={code.title}>
      <div className={classes.halves}>
        <Part name="code-view">
          <CodeView label={code.label} code={CODE} marked={[4]} />
        </Part>
        <Part name="diff-view">
          <DiffView label={code.diff} diff={diffWords(texts.before, texts.after)} />
        </Part>
      </div>
    </Section>
  );
}
