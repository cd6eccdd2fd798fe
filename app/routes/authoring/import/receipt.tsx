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
import { useText } from "~/ui/text";
import classes from "./receipt.module.css";
import type { MadeView, ReceiptRow, ReceiptView } from "./receipt.server";

/** What an import read: a sum, a list to tick, and what was left out with its reasons. */
export function Receipt({
  receipt,
  failure,
}: {
  receipt: ReceiptView;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const { rows, left } = receipt;
  return (
    <>
      <PageHead title={t("authoring:import.receipt.title")} lead={receipt.sum} />
      <p className="rd-quiet">
        <bdi>{receipt.name}</bdi> {t("authoring:import.receipt.runs")}
      </p>
      {receipt.unread && <Alert tone="waiting">{receipt.unread}</Alert>}
      <Form name="receipt" encType="multipart/form-data" failure={failure} isWide>
        <input type="hidden" name="once" value={receipt.once} />
        <input type="hidden" name="material" value={receipt.packed} />
        {rows.length === 0 && <Alert>{t("authoring:import.receipt.nothing")}</Alert>}
        <ul className={classes.rows} aria-label={t("authoring:import.receipt.list")}>
          {rows.map((row) => (
            <li key={row.id} className={classes.row} data-doubt={row.notes.length > 0 || undefined}>
              <Entry row={row} label={row.title} />
            </li>
          ))}
        </ul>
        {left.length > 0 && (
          <Fold title={receipt.leftOut} isFramed>
            <p className="rd-quiet">{t("authoring:import.receipt.leftOutLead")}</p>
            <ul className={classes.rows}>
              {left.map((row) => (
                <li key={row.id} className={classes.row}>
                  {row.canTake ? (
                    <Entry
                      row={row}
                      label={t("authoring:import.receipt.anyway", {
                        title: `\u2068${row.title}\u2069`,
                      })}
                    />
                  ) : (
                    <div className={classes.below}>
                      <b dir="auto">{row.title}</b>
                      <Doubts notes={[row.reason ?? "", t("authoring:import.receipt.cannot")]} />
                      <Original text={row.original} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </Fold>
        )}
        <FormBar
          submit={t("authoring:import.receipt.make")}
          intent="make"
          cancel={{ href: paths.importEvent(), label: t("authoring:import.receipt.other") }}
          note={receipt.note}
          isSticky
        />
      </Form>
    </>
  );
}

function Entry({ row, label }: { row: ReceiptRow; label: string }) {
  return (
    <>
      <Checkbox
        name="take"
        value={row.id}
        defaultChecked={row.isTaken}
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
        <Doubts notes={row.reason ? [row.reason, ...row.notes] : row.notes} />
        {(row.reason !== null || row.notes.length > 0) && <Original text={row.original} />}
      </div>
    </>
  );
}

function Doubts({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null;
  return (
    <ul className={classes.doubts}>
      {[...new Set(notes)].map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  );
}

function Original({ text }: { text: string }) {
  const { t } = useText();
  if (text === "") return null;
  return (
    <Fold title={t("authoring:import.receipt.original")} isQuiet>
      <pre className={classes.original} dir="auto">
        {text}
      </pre>
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
