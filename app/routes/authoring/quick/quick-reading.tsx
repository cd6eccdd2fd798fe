import { Alert } from "~/ui/alert";
import { Fact, Facts } from "~/ui/facts";
import { useText } from "~/ui/text";
import classes from "./quick-form.module.css";
import type { QuickReadingView } from "./quick-reading.server";

/** What was understood of the lines, beside them: doubts first, then every fact. */
export function QuickReading({ reading }: { reading: QuickReadingView }) {
  const { t } = useText();
  return (
    <section className={classes.reading} aria-labelledby="quick-reading">
      <h2 id="quick-reading">{t("authoring:quick.reading.title")}</h2>
      <input type="hidden" name="confirmed" value={reading.sign} />
      {reading.doubts.length > 0 && (
        <Alert tone="waiting" live="status" title={t("authoring:quick.reading.doubts")}>
          <ul>
            {reading.doubts.map(({ key, line, words, text }) => (
              <li key={key}>
                <b>{line}</b>: {text}{" "}
                {words && t("authoring:quick.reading.wrote", { words: `\u2068${words}\u2069` })}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      <Facts>
        <Fact term={t("authoring:quick.line.when")}>
          {reading.count && <b>{reading.count}</b>}
          <ul className={classes.dates}>
            {reading.dates.map(({ key, day, other, time }) => (
              <li key={key}>
                <span>{day}</span> <small>{other}</small> <b>{time}</b>
              </li>
            ))}
          </ul>
          {reading.more}
          {reading.sentence && <small>{reading.sentence}</small>}
        </Fact>
        <Fact term={t("authoring:field.city")}>{reading.city}</Fact>
        <Fact term={t("authoring:quick.reading.price")}>{reading.price}</Fact>
        {reading.ticketUrl && (
          <Fact term={t("authoring:quick.reading.tickets")}>
            <bdi dir="ltr">{reading.ticketUrl}</bdi>
          </Fact>
        )}
        {reading.onlineUrl && (
          <Fact term={t("authoring:quick.reading.online")}>
            <bdi dir="ltr">{reading.onlineUrl}</bdi>
          </Fact>
        )}
        {reading.age && <Fact term={t("authoring:quick.reading.ages")}>{reading.age}</Fact>}
        {reading.isSoldOut && (
          <Fact term={t("authoring:quick.reading.state")}>
            {t("authoring:quick.reading.soldOut")}
          </Fact>
        )}
      </Facts>
    </section>
  );
}
