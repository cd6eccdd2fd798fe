import type { DiffPart } from "../../lib/text/word-diff";
import { Badge } from "../../ui/badge";
import { CompareTable } from "../../ui/compare-table";
import { useText } from "../../ui/text";
import classes from "./case-tables.module.css";
import type { ChangeView, WrittenView } from "./case-view";

/** Changes of an edit: removals struck through, additions underlined. */
export function ChangesTable({ changes }: { changes: readonly ChangeView[] }) {
  const { t } = useText();
  if (changes.length === 0) return <p className={classes.none}>{t("moderation:queue.same")}</p>;
  return (
    <CompareTable
      heads={[
        t("moderation:queue.fields", { count: changes.length }),
        t("moderation:queue.publicNow"),
        t("moderation:queue.proposed"),
      ]}
      rows={changes.map(({ name, label, lang, before, after }) => ({
        key: name,
        label,
        cells: [
          <Side key="before" {...before} lang={lang} as="del" />,
          <Side key="after" {...after} lang={lang} as="ins" />,
        ],
      }))}
    />
  );
}

interface SideProps extends Pick<ChangeView, "lang"> {
  image: ChangeView["before"]["image"];
  parts: readonly DiffPart[];
  as: "del" | "ins";
}

/** One of two compared values, with what differs marked. */
export function Side({ image, parts, lang, as: Changed }: SideProps) {
  return (
    <>
      {image && <img src={image} alt="" className={classes.image} loading="lazy" />}
      <div lang={lang} dir="auto">
        {parts.map(({ text, isChanged }, index) =>
          isChanged ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text keep their order
            <Changed key={index}>{text}</Changed>
          ) : (
            text
          ),
        )}
      </div>
    </>
  );
}

/** All fields of a new event. */
export function WrittenTable({ written }: { written: WrittenView }) {
  const { t } = useText();
  return (
    <CompareTable
      heads={[
        t("moderation:queue.field"),
        t("moderation:queue.english"),
        t("moderation:queue.persian"),
      ]}
      rows={[
        ...written.texts.map(({ name, label, en, fa, machine }) => ({
          key: name,
          label,
          cells: [
            en ? (
              <Written key="en" text={en} lang="en" isMachine={machine.includes("en")} />
            ) : (
              <i key="en">{t("moderation:missing")}</i>
            ),
            fa ? (
              <Written key="fa" text={fa} lang="fa" isMachine={machine.includes("fa")} />
            ) : (
              <i key="fa">{t("moderation:queue.untranslated")}</i>
            ),
          ] as const,
        })),
        ...written.facts.map(({ name, label, text, href, image }) => ({
          key: name,
          label,
          cells: [
            <div key="fact">
              {image && <img src={image} alt="" className={classes.image} loading="lazy" />}
              {href ? (
                <a
                  className="rd-link"
                  href={href}
                  rel="noreferrer nofollow"
                  target="_blank"
                  dir="ltr"
                >
                  {text}
                </a>
              ) : (
                <div dir="auto">{text}</div>
              )}
            </div>,
          ] as const,
        })),
      ]}
    />
  );
}

function Written({
  text,
  lang,
  isMachine,
}: {
  text: string;
  lang: "en" | "fa";
  isMachine: boolean;
}) {
  const { t } = useText();
  return (
    <>
      <div lang={lang} dir="auto">
        {text}
      </div>
      {isMachine && <Badge tone="waiting">{t("moderation:queue.machine")}</Badge>}
    </>
  );
}
