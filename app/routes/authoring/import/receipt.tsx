import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Badge } from "~/ui/badge";
import { LinkButton } from "~/ui/button";
import { Checkbox } from "~/ui/checkbox";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { List, ListItem } from "~/ui/list";
import { PageHead } from "~/ui/page-head";
import { Segmented } from "~/ui/segmented";
import { useText } from "~/ui/text";
import classes from "./receipt.module.css";
import type { MadeView, ReceiptRow, ReceiptView } from "./receipt.server";

/**
 * What an import read: a list to tick, what was left out with its reasons beside the original text,
 * and the sum. Each doubt can be answered by a tap, and the draft's form does not say it again.
 * @param taken the ticked entries of a rejected list @param answered its answered doubts @param picked the readings picked for them
 */
export function Receipt({
  receipt,
  failure,
  taken,
  answered,
  picked,
}: {
  receipt: ReceiptView;
  failure: FormFailure | undefined;
  taken: readonly string[] | null;
  answered: readonly string[];
  picked: readonly (readonly [answer: string, value: string])[];
}) {
  const { t } = useText();
  const { rows, left } = receipt;
  const isTaken = (row: ReceiptRow) => (taken ? taken.includes(row.id) : row.isTaken);
  return (
    <>
      <PageHead
        title={receipt.title}
        lead={
          <>
            {receipt.sum} {t("authoring:import.receipt.runs")}
          </>
        }
      />
      <div className={`${classes.columns} rd-stack rd-gap-lg`}>
        <Slip receipt={receipt} />
        <Form
          name="receipt"
          action={paths.importEvent({ receipt: receipt.id })}
          failure={failure}
          isWide
        >
          <input type="hidden" name="receipt" value={receipt.id} />
          {receipt.unread && <Alert tone="waiting">{receipt.unread}</Alert>}
          {rows.length === 0 && <Alert>{t("authoring:import.receipt.nothing")}</Alert>}
          <ul className={classes.rows} aria-label={t("authoring:import.receipt.list")}>
            {rows.map((row) => (
              <li
                key={row.id}
                className={classes.row}
                data-doubt={row.notes.length > 0 || undefined}
              >
                <Entry
                  row={row}
                  label={row.title}
                  isTaken={isTaken(row)}
                  answered={answered}
                  picked={picked}
                />
              </li>
            ))}
          </ul>
          {left.length > 0 && (
            <section aria-labelledby="left-out" className={classes.left}>
              <h2 id="left-out">{receipt.leftOut}</h2>
              <p className="rd-quiet">{t("authoring:import.receipt.leftOutLead")}</p>
              <ul className={classes.rows}>
                {left.map((row) => (
                  <li key={row.id} className={classes.card}>
                    <LeftOut row={row} isTaken={isTaken(row)} answered={answered} picked={picked} />
                  </li>
                ))}
              </ul>
            </section>
          )}
          <FormBar
            submit={t("authoring:import.receipt.make")}
            intent="make"
            cancel={{ href: paths.importEvent(), label: t("authoring:import.receipt.other") }}
            note={receipt.note}
            isSticky
          />
        </Form>
      </div>
    </>
  );
}

/** The receipt as a sum: in the file − over − left out = read. */
function Slip({ receipt: { name, till } }: { receipt: ReceiptView }) {
  return (
    <aside className={classes.slip}>
      {name && (
        <p>
          <bdi>{name}</bdi>
        </p>
      )}
      <dl>
        {till.map((line) => (
          <div key={line.name} data-line={line.name}>
            <dt>{line.label}</dt>
            <dd>{line.value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

interface RowProps {
  row: ReceiptRow;
  isTaken: boolean;
  answered: readonly string[];
  picked: readonly (readonly [answer: string, value: string])[];
}

function Entry({ row, label, isTaken, answered, picked }: RowProps & { label: string }) {
  return (
    <>
      <Checkbox
        name="take"
        value={row.id}
        defaultChecked={isTaken}
        label={
          <span className={classes.head}>
            {row.tile && (
              <span className={classes.tile}>
                <b>{row.tile.day}</b> <small>{row.tile.month}</small>
              </span>
            )}
            <span>
              <b dir="auto">{label}</b>
              <span className={classes.facts}>
                {row.facts}
                {row.otherDate && <small>{row.otherDate}</small>}
              </span>
            </span>
          </span>
        }
      />
      <div className={classes.below}>
        {row.dates && (
          <Fold title={`${row.dates.count}: ${row.dates.sentence}`} isQuiet>
            <ul>
              {row.dates.list.map((date) => (
                <li key={date}>{date}</li>
              ))}
            </ul>
            {row.dates.more && <p>{row.dates.more}</p>}
          </Fold>
        )}
        <Doubts row={row} answered={answered} picked={picked} />
        {row.notes.length > 0 && row.reason === null && <FoldedOriginal parts={row.original} />}
      </div>
    </>
  );
}

/** An entry that was left out: its reason, its own text, and what would come of it. */
function LeftOut({ row, isTaken, answered, picked }: RowProps) {
  const { t } = useText();
  return (
    <>
      <div className={classes.reason}>
        <b dir="auto">{row.title}</b>
        <p>{row.reason}</p>
      </div>
      <div className={classes.compare}>
        {row.original.length > 0 && (
          <div>
            <h3>{t("authoring:import.receipt.inFile")}</h3>
            <Original parts={row.original} />
          </div>
        )}
        <div>
          <h3>{t("authoring:import.receipt.weRead")}</h3>
          {row.canTake ? (
            <Entry
              row={row}
              label={t("authoring:import.receipt.anyway", { title: `\u2068${row.title}\u2069` })}
              isTaken={isTaken}
              answered={answered}
              picked={picked}
            />
          ) : (
            <p>{t("authoring:import.receipt.cannot")}</p>
          )}
        </div>
      </div>
    </>
  );
}

/** What is doubtful about an entry, each to be answered by a tap. */
function Doubts({
  row: { doubts },
  answered,
  picked,
}: Pick<RowProps, "row" | "answered" | "picked">) {
  const { t } = useText();
  if (doubts.length === 0) return null;
  return (
    <ul className={classes.doubts}>
      {doubts.map(({ answer, name, text, readings }) => (
        <li key={answer}>
          {readings.length > 0 ? (
            <>
              {text}{" "}
              <Segmented
                name={name}
                label={t("authoring:quick.reading.which")}
                options={readings}
                defaultValue={picked.find(([one]) => one === answer)?.[1] ?? ""}
              />
            </>
          ) : (
            <Checkbox
              name="right"
              value={answer}
              defaultChecked={answered.includes(answer)}
              label={
                <>
                  {text} <b>{t("authoring:quick.reading.right")}</b>
                </>
              }
            />
          )}
        </li>
      ))}
    </ul>
  );
}

function Original({ parts }: { parts: ReceiptRow["original"] }) {
  return (
    <pre className={classes.original} dir="auto">
      {parts.map(({ text, isCause }, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text never change places
        isCause ? <mark key={index}>{text}</mark> : text,
      )}
    </pre>
  );
}

function FoldedOriginal({ parts }: { parts: ReceiptRow["original"] }) {
  const { t } = useText();
  if (parts.length === 0) return null;
  return (
    <Fold title={t("authoring:import.receipt.original")} isQuiet>
      <Original parts={parts} />
    </Fold>
  );
}

/** The drafts that were made of an import. */
export function MadeDrafts({ made }: { made: MadeView }) {
  const { t } = useText();
  return (
    <>
      <PageHead title={made.title} lead={t("authoring:import.receipt.madeLead")} />
      <List>
        {made.drafts.map(({ id, href, title, notes }) => (
          <ListItem
            key={id}
            to={href}
            title={<bdi>{title}</bdi>}
            end={notes.length > 0 && <Badge tone="waiting">{notes[0]}</Badge>}
          />
        ))}
      </List>
      <p className="rd-row">
        <LinkButton to={paths.myEvents()}>{t("authoring:import.receipt.mine")}</LinkButton>
        <LinkButton to={paths.importEvent()} variant="default">
          {t("authoring:import.receipt.other")}
        </LinkButton>
      </p>
    </>
  );
}
