import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { Badge } from "~/ui/badge";
import { Button } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { ActionBar, FormBar } from "~/ui/form-bar";
import { Segmented } from "~/ui/segmented";
import { useText } from "~/ui/text";
import classes from "./quick-reading.module.css";
import type { QuickReadingView, ReadDoubt, ReadFact } from "./quick-reading.server";

const factId = (name: string) => `read-${name}`;
const wordsId = (name: string) => `words-${name}`;
const fieldId = (name: string) => `quick-${name}`;

/**
 * Shows what a link within the form points at. A real step to it would be a navigation, which drops
 * the answer that this page is.
 */
function reveal(id: string): void {
  const target = document.getElementById(id);
  const fold = target?.closest("details");
  if (fold) fold.open = true;
  target?.scrollIntoView({ block: "center" });
  target?.focus();
}

function followLink(event: MouseEvent<HTMLElement>): void {
  const link = (event.target as Element).closest('a[href^="#"]');
  if (!link) return;
  event.preventDefault();
  reveal(link.getAttribute("href")?.slice(1) ?? "");
}

/**
 * What was understood of an announcement, beside it: number and colour link its words to the facts.
 * Each doubt needs a tap before it goes on; without a script, the server asks for those that lack
 * one.
 */
export function QuickReading({
  reading,
  children,
}: {
  reading: QuickReadingView;
  /** The lines, for corrections. */
  children: ReactNode;
}) {
  const { t } = useText();
  const [left, setLeft] = useState(reading.left);
  const [isLive, setLive] = useState(false);
  useEffect(() => setLive(true), []);
  const section = useRef<HTMLElement>(null);
  const open = () =>
    [...(section.current?.querySelectorAll<HTMLElement>("[data-asks]") ?? [])].filter(
      (doubt) => doubt.querySelector("input:checked") === null,
    );
  const toNext = () => {
    const [next] = open();
    const input = next?.querySelector("input");
    if (input) reveal(input.id);
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter on a link is a click
    <section
      className={classes.reading}
      id="quick-reading"
      aria-label={t("authoring:quick.reading.title")}
      onClick={followLink}
      onChange={() => setLeft(open().length)}
      ref={section}
    >
      <p role="status">
        {left > 0 ? (
          <Badge tone="waiting" icon="help-circle">
            {t("authoring:quick.reading.left", { count: left })}
          </Badge>
        ) : (
          <Badge tone="good" icon="circle-check">
            {t("authoring:quick.reading.clear")}
          </Badge>
        )}
      </p>
      <div className={`${classes.columns} rd-stack rd-gap-lg`}>
        <Written reading={reading} />
        <div>
          <FactList title={t("authoring:quick.reading.yours")} facts={reading.doubtful} />
          <FactList title={t("authoring:quick.reading.clearFacts")} facts={reading.clear} />
          {reading.state && <p className={classes.state}>{reading.state}</p>}
        </div>
      </div>
      {children}
      {left > 0 && <p>{t("authoring:quick.reading.tap")}</p>}
      {isLive && left > 0 ? (
        <ActionBar isSticky>
          <Button onClick={toNext}>{t("authoring:quick.reading.next", { count: left })}</Button>
          <Change />
        </ActionBar>
      ) : (
        <FormBar submit={t("authoring:quick.continue")} intent="continue" isSticky>
          <Change />
        </FormBar>
      )}
    </section>
  );
}

function Change() {
  const { t } = useText();
  return (
    <Button component="a" href={`#${fieldId("title")}`} variant="default">
      {t("authoring:quick.reading.change")}
    </Button>
  );
}

/** The text as it was written, with the words of each fact. */
function Written({ reading: { parts } }: { reading: QuickReadingView }) {
  const { t } = useText();
  const seen = new Set<string>();
  return (
    <div className={classes.written}>
      <h2>{t("authoring:quick.reading.text")}</h2>
      <p dir="auto">
        {parts.map(({ key, text, name, number, isDoubtful }) => {
          if (name === null) return text;
          const id = seen.has(name) ? undefined : wordsId(name);
          seen.add(name);
          return (
            <a
              key={key}
              id={id}
              href={`#${factId(name)}`}
              data-fact={name.startsWith("unused") ? "unused" : name}
              data-doubt={isDoubtful || undefined}
            >
              {text}
              <sup>{number}</sup>
            </a>
          );
        })}
      </p>
      <p className={classes.legend}>
        <span data-fact="when">{t("authoring:quick.reading.legend.used")}</span>
        {parts.some(({ name }) => name?.startsWith("unused")) && (
          <span data-fact="unused">{t("authoring:quick.reading.legend.unused")}</span>
        )}
        {t("authoring:quick.reading.legend.rest")}
      </p>
    </div>
  );
}

function FactList({ title, facts }: { title: string; facts: readonly ReadFact[] }) {
  if (facts.length === 0) return null;
  return (
    <>
      <h2>{title}</h2>
      <dl className={classes.facts}>
        {facts.map((fact) => (
          <Fact key={fact.name} fact={fact} />
        ))}
      </dl>
    </>
  );
}

function Fact({ fact }: { fact: ReadFact }) {
  const { name, number, term, text, isAddress, times, field, doubts } = fact;
  return (
    <div
      id={factId(name)}
      tabIndex={-1}
      data-fact={name.startsWith("unused") ? "unused" : name}
      data-doubt={doubts.length > 0 || undefined}
    >
      <dt>
        <a href={`#${wordsId(name)}`}>{number}</a> {term}
      </dt>
      <dd>
        {times ? <Times times={times} /> : <b dir={isAddress ? "ltr" : "auto"}>{text}</b>}
        {doubts.map((doubt) => (
          <Doubt key={doubt.key} doubt={doubt} field={field} />
        ))}
      </dd>
    </div>
  );
}

function Times({ times }: { times: NonNullable<ReadFact["times"]> }) {
  return (
    <>
      {times.count && <b>{times.count}</b>}
      <ul className={classes.dates}>
        {times.dates.map(({ key, day, other, time }) => (
          <li key={key}>
            <span>{day}</span> <small>{other}</small> <b>{time}</b>
          </li>
        ))}
      </ul>
      {times.more}
      {times.sentence && <small>{times.sentence}</small>}
      {times.noEnd && <small>{times.noEnd}</small>}
    </>
  );
}

function Doubt({ doubt, field }: { doubt: ReadDoubt; field: string }) {
  const { t } = useText();
  const { key, name, text, wrote, isAnswered, readings } = doubt;
  return (
    <div className={classes.doubt}>
      <p>
        {text} {wrote}
      </p>
      <div data-asks>
        {readings.length > 0 ? (
          <Segmented
            name={name}
            label={t("authoring:quick.reading.which")}
            options={readings}
            defaultValue=""
          />
        ) : (
          <Checkbox
            name="right"
            value={key}
            defaultChecked={isAnswered}
            label={t("authoring:quick.reading.right")}
          />
        )}
        <a href={`#${fieldId(field)}`}>{t("authoring:quick.reading.correct")}</a>
      </div>
    </div>
  );
}
