import { diffWords } from "~/lib/text/word-diff";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Card, CardGrid } from "~/ui/card";
import { Chart, Sparkline } from "~/ui/chart";
import { CodeView } from "~/ui/code-view";
import { CompareTable } from "~/ui/compare-table";
import { DiffView } from "~/ui/diff-view";
import { Empty } from "~/ui/empty";
import { KhatamLoader, Progress, Skeleton } from "~/ui/progress";
import { Section, SectionHead } from "~/ui/section";
import { TextField } from "~/ui/text-field";
import classes from "./kit.module.css";
import { KIT_PATH, Part, type PartsProps } from "./part";

const VALUES = [7, 22, 16, 8, 33, 20, 23, 21, 22, 16, 13, 28, 11, 18];
const BEFORE = [9, 12, 13, 11, 15, 12, 15, 14, 16, 13, 12, 17, 14, 15];
const CODE = '{\n  "title": "Late Setar",\n  "starts": "2026-12-08T20:30",\n  "price": free\n}';

export function Cards({ words: { cards, form } }: PartsProps) {
  return (
    <section className={classes.part}>
      <Part name="section-head">
        <SectionHead
          id="cards"
          title={cards.title}
          line={cards.sectionLead}
          all={{ href: KIT_PATH, label: cards.fact }}
        />
      </Part>
      <Part name="card">
        <CardGrid>
          <Card title={cards.one} icon="mail" to={KIT_PATH} footer={cards.fact} level={3}>
            <p>{cards.oneText}</p>
          </Card>
          <Card title={cards.two} icon="palette" to={KIT_PATH} level={3}>
            <p>{cards.twoText}</p>
          </Card>
          <Card
            title={cards.section}
            level={3}
            actions={<Badge tone="waiting">{cards.fact}</Badge>}
          >
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

export function Charts({ words: { charts } }: PartsProps) {
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
              <Chart
                title={charts.decisions}
                figure={charts.figure}
                note={charts.change}
                points={points}
                pointsLabel={charts.day}
              />
            </Card>
            <Card>
              <Chart
                kind="line"
                title={charts.visitors}
                figure={charts.figure2}
                points={points}
                pointsLabel={charts.day}
              />
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
            <Progress
              label={charts.import}
              value={180}
              max={180}
              text={charts.imported}
              tone="good"
            />
            <Progress
              label={charts.import}
              value={12}
              max={180}
              text={charts.imported}
              tone="bad"
            />
          </div>
        </Part>
      </div>
    </Section>
  );
}

export function Waiting({ words: { empty } }: PartsProps) {
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
                <LinkButton to={KIT_PATH} variant="default">
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

export function Texts({ words: { code, texts } }: PartsProps) {
  return (
    <Section title={code.title}>
      <div className={classes.halves}>
        <Part name="code-view">
          <CodeView label={code.label} code={CODE} marked={[4]} />
        </Part>
        <Part name="diff-view">
          <DiffView label={code.diff} diff={diffWords(texts.before, texts.after)} />
        </Part>
        <Part name="compare-table">
          <CompareTable
            heads={[code.title, code.label, code.diff]}
            rows={[
              {
                key: "text",
                label: code.title,
                cells: [
                  <del key="before">{texts.before}</del>,
                  <ins key="after">{texts.after}</ins>,
                ],
              },
              { key: "both", label: code.label, cells: [texts.after] },
            ]}
          />
        </Part>
      </div>
    </Section>
  );
}
