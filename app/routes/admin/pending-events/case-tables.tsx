import type { ChangeView, WrittenView } from "~/components/moderation/queue-view";
import type { DiffPart } from "~/lib/text/word-diff";
import { useText } from "~/ui/text";
import classes from "./case-tables.module.css";

/** Changes of an edit: removals struck through, additions underlined. */
export function ChangesTable({ changes }: { changes: readonly ChangeView[] }) {
  const { t } = useText();
  if (changes.length === 0) return <p className={classes.none}>{t("moderation:queue.same")}</p>;
  const [now, proposed] = [t("moderation:queue.publicNow"), t("moderation:queue.proposed")];
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("moderation:queue.fields", { count: changes.length })}</th>
          <th scope="col">{now}</th>
          <th scope="col">{proposed}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, label, lang, before, after }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-label={now}>
              {before.image && <img src={before.image} alt="" className={classes.image} loading="lazy" />}
              <div lang={lang} dir="auto">
                <Marked parts={before.parts} as="del" />
              </div>
            </td>
            <td data-label={proposed}>
              {after.image && <img src={after.image} alt="" className={classes.image} loading="lazy" />}
              <div lang={lang} dir="auto">
                <Marked parts={after.parts} as="ins" />
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Marked({ parts, as: Changed }: { parts: readonly DiffPart[]; as: "del" | "ins" }) {
  return parts.map(({ text, isChanged }, index) =>
    isChanged ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
      <Changed key={index}>{text}</Changed>
    ) : (
      text
    ),
  );
}

/** All fields of a new event. */
export function WrittenTable({ written }: { written: WrittenView }) {
  const { t } = useText();
  const [english, persian] = [t("moderation:queue.english"), t("moderation:queue.persian")];
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t("moderation:queue.field")}</th>
          <th scope="col">{english}</th>
          <th scope="col">{persian}</th>
        </tr>
      </thead>
      <tbody>
        {written.texts.map(({ name, label, en, fa }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td data-label={english}>{en ? <Written text={en} lang="en" /> : <i>{t("moderation:missing")}</i>}</td>
            <td data-label={persian}>{fa ? <Written text={fa} lang="fa" /> : <i>{t("moderation:queue.untranslated")}</i>}</td>
          </tr>
        ))}
        {written.facts.map(({ name, label, text, href, image }) => (
          <tr key={name}>
            <th scope="row">{label}</th>
            <td colSpan={2}>
              {image && <img src={image} alt="" className={classes.image} loading="lazy" />}
              {href ? (
                <a className="rd-link" href={href} rel="noreferrer nofollow" target="_blank" dir="ltr">
                  {text}
                </a>
              ) : (
                <div dir="auto">{text}</div>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Written({ text, lang }: { text: string; lang: "en" | "fa" }) {
  return (
    <div lang={lang} dir="auto">
      {text}
    </div>
  );
}
