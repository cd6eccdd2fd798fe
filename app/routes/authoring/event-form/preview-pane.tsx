import { EventCard } from "~/components/event-card/event-card";
import { Icon, Star } from "~/ui/icon";
import { useText } from "~/ui/text";
import type { FormPartsView } from "./event-form-parts.server";
import type { PagePreviewView } from "./preview-event.server";
import classes from "./preview-pane.module.css";

/** React 18 does not know `inert`. */
const INERT = { inert: "" };

interface PreviewPaneProps {
  preview: FormPartsView["preview"];
  /** Picture not yet uploaded, as a data URL. */
  picture: string | null;
  /** Shows the whole page at once. */
  isOpen?: boolean;
}

/** Preview of the event as a card and as a page. */
export function PreviewPane({ preview, picture, isOpen }: PreviewPaneProps) {
  const { t } = useText();
  const card = picture ? { ...preview.card, cover: picture } : preview.card;
  return (
    <section className={classes.pane} id="preview" tabIndex={-1} aria-labelledby="preview-title">
      <h2 id="preview-title">{t("authoring:preview.title")}</h2>
      <p className={classes.kind}>{t("authoring:preview.card")}</p>
      {/* Inert, because its link has no target yet. */}
      <div className={classes.card} {...INERT}>
        <EventCard event={card} eager isPreview />
      </div>
      <details className={classes.whole} open={isOpen}>
        <summary className={classes.kind}>{t("authoring:preview.page")}</summary>
        {preview.page ? (
          <PagePreview page={preview.page} picture={picture} />
        ) : (
          <p className={classes.nothing}>{t("authoring:preview.noPage")}</p>
        )}
      </details>
    </section>
  );
}

function PagePreview({ page, picture }: { page: PagePreviewView; picture: string | null }) {
  const { t } = useText();
  const { title, category, organizer, about, facts, tickets, tags, dates } = page;
  return (
    <article className={classes.page}>
      <img className={classes.cover} src={picture ?? page.cover} alt="" width={580} height={200} />
      {category && (
        <p className={classes.category} data-family={category.family}>
          <Star />
          {category.label}
        </p>
      )}
      <h3>
        <bdi lang={title.lang}>{title.text}</bdi>
      </h3>
      {organizer && (
        <p className={classes.by}>
          <bdi lang={organizer.lang}>{organizer.text}</bdi>
        </p>
      )}
      {dates && <p>{dates}</p>}
      {about.note && <p className={classes.nothing}>{about.note}</p>}
      <div lang={about.lang} className={classes.about}>
        {about.paragraphs.map((paragraph, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other identity
          <p key={index} dir="auto">
            {paragraph}
          </p>
        ))}
      </div>
      <dl>
        {facts.map(({ key, label, value, detail }) => (
          <div key={key}>
            <dt>{label}</dt>
            <dd>
              <bdi>{value}</bdi>
              {detail && (
                <small>
                  <bdi>{detail}</bdi>
                </small>
              )}
            </dd>
          </div>
        ))}
      </dl>
      {tickets && (
        <p className={classes.tickets}>
          <Icon name="ticket" size="s" />
          {t("authoring:preview.tickets", { host: `\u2068${tickets}\u2069` })}
        </p>
      )}
      {tags.length > 0 && (
        <ul className={`${classes.tags} rd-row`}>
          {tags.map((tag) => (
            <li key={tag}>
              <bdi>{tag}</bdi>
            </li>
          ))}
        </ul>
      )}
    </article>
  );
}
