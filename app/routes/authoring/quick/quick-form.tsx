import { useNavigation } from "@remix-run/react";
import { type MouseEvent, useEffect, useRef } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { attempt } from "~/lib/pages/unsaved-input";
import { paths } from "~/lib/paths";
import type { QuickLines } from "~/modules/intake/drafting/read-announcement.server";
import { Alert } from "~/ui/alert";
import { Button } from "~/ui/button";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { PageHead } from "~/ui/page-head";
import { Select } from "~/ui/select";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import type { QuickAnswer, quickLoader } from "./quick.server";
import classes from "./quick-form.module.css";
import { QuickReading } from "./quick-reading";

type QuickView = Awaited<ReturnType<typeof quickLoader>>;

const VENUES = "quick-venues";
/** Where a tab keeps the shared text that it sent. */
const SHARED = "quick-shared";

/** Short form for phones: an announcement to paste, or five lines. Works without JavaScript. */
export function QuickForm({ page, answer }: { page: QuickView; answer: QuickAnswer | undefined }) {
  const { t } = useText();
  const lines = answer?.lines ?? page.shared?.lines;
  const reading = answer ? answer.reading : (page.shared?.reading ?? null);
  const missing = answer?.missing ?? page.shared?.missing ?? [];
  const failure = answer?.message ? answer : undefined;
  const picture = lines?.picture || failure?.values.picture;
  const announcement = lines?.announcement || failure?.values.announcement;
  const ofLines =
    failure && !("text" in failure.issues) && !("poster" in failure.issues) ? failure : undefined;
  const fields = <Lines page={page} lines={lines} />;
  return (
    <main
      id="main"
      className={`rd-wrap ${classes.page}`}
      data-reading={reading !== null || undefined}
    >
      <PageHead
        title={t(reading ? "authoring:quick.reading.title" : "authoring:quick.title")}
        lead={reading ? undefined : t("authoring:quick.lead")}
      />
      {page.isClosed ? (
        <Alert>{t("authoring:closed")}</Alert>
      ) : (
        <>
          <p>
            <Link
              className="rd-link"
              to={reading ? paths.quickEvent() : paths.createEvent()}
              reloadDocument={reading !== null}
            >
              {t(reading ? "authoring:quick.reading.other" : "authoring:quick.whole")}
            </Link>
          </p>
          {reading === null && <Ways page={page} failure={failure} />}
          <Form name="quick" keeps="lines" failure={ofLines} isWide={reading !== null}>
            <input type="hidden" name="once" value={page.once} />
            {lines && !reading && (
              <Alert live="status" tone={missing.length > 0 ? "waiting" : "good"}>
                {t(missing.length > 0 ? "authoring:quick.readPart" : "authoring:quick.read")}
              </Alert>
            )}
            {announcement && <input type="hidden" name="announcement" value={announcement} />}
            {picture && (
              <>
                <input type="hidden" name="picture" value={picture} />
                <img
                  src={picture}
                  alt={t("authoring:quick.posterAlt")}
                  className={classes.poster}
                />
              </>
            )}
            {reading ? (
              <QuickReading key={reading.key} reading={reading}>
                <Fold title={t("authoring:quick.reading.lines")} isFramed>
                  <div className={classes.lines}>{fields}</div>
                </Fold>
              </QuickReading>
            ) : (
              <>
                {fields}
                <FormBar submit={t("authoring:quick.continue")} intent="continue" isSticky />
              </>
            )}
          </Form>
        </>
      )}
    </main>
  );
}

/** Ways that fill the lines in: an announcement, or a poster. */
function Ways({ page, failure }: { page: QuickView; failure: FormFailure | undefined }) {
  const { t } = useText();
  const paste = useRef<HTMLDivElement>(null);
  const sent = page.isSharedSeveral && !failure ? page.sharedText : null;
  useEffect(() => {
    if (sent === null) return;
    // A text is submitted once, so that Back leads to the form; without storage it waits for a press.
    const isNew = attempt((storage) => {
      const isOther = storage.getItem(SHARED) !== sent;
      storage.setItem(SHARED, sent);
      return isOther;
    });
    if (!isNew) return;
    const button = paste.current?.querySelector<HTMLButtonElement>('button[value="read"]');
    button?.form?.requestSubmit(button);
  }, [sent]);
  return (
    <div ref={paste} className={classes.ways}>
      <Form
        name="paste"
        keeps="paste"
        failure={failure && "text" in failure.issues ? failure : undefined}
        className={classes.paste ?? ""}
      >
        <TextArea
          name="text"
          label={t("authoring:quick.text")}
          help={t("authoring:quick.textHelp")}
          placeholder={t("authoring:quick.placeholder.text")}
          defaultValue={page.sharedText}
          rows={3}
          maxLength={page.limits.announcement}
        />
        <PasteButton />
      </Form>
      {page.readsPosters && (
        <Form
          name="poster"
          encType="multipart/form-data"
          failure={failure && "poster" in failure.issues ? failure : undefined}
          className={classes.paste ?? ""}
        >
          <TextField
            name="poster"
            type="file"
            label={t("authoring:quick.poster")}
            help={t("authoring:quick.posterHelp")}
            accept="image/jpeg,image/png,image/webp"
          />
          <ReadPosterButton />
        </Form>
      )}
      <p className={classes.or}>{t("authoring:quick.or")}</p>
    </div>
  );
}

function Lines({ page, lines }: { page: QuickView; lines: QuickLines | null | undefined }) {
  const { t, locale } = useText();
  const { limits } = page;
  return (
    <>
      <TextField
        name="title"
        label={t("authoring:quick.line.title")}
        placeholder={t("authoring:quick.placeholder.title")}
        defaultValue={lines?.title}
        maxLength={limits.title}
        dir="auto"
        autoComplete="off"
      />
      <TextField
        name="when"
        label={t("authoring:quick.line.when")}
        placeholder={t("authoring:quick.placeholder.when")}
        defaultValue={lines?.when}
        maxLength={200}
        dir="auto"
        autoComplete="off"
      />
      <TextField
        name="where"
        label={t("authoring:quick.line.where")}
        placeholder={t("authoring:quick.placeholder.where")}
        defaultValue={lines?.where}
        maxLength={limits.venue}
        list={VENUES}
        dir="auto"
        autoComplete="off"
      />
      <datalist id={VENUES}>
        {page.venues.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <TextField
        name="price"
        label={page.price}
        placeholder={t("authoring:quick.placeholder.price")}
        defaultValue={lines?.price}
        maxLength={100}
        inputMode={locale === "fa" ? "text" : "decimal"}
        dir="auto"
        autoComplete="off"
      />
      <TextArea
        name="about"
        label={t("authoring:quick.line.about")}
        placeholder={t("authoring:quick.placeholder.about")}
        defaultValue={lines?.about}
        maxLength={limits.about}
        rows={3}
      />
      <Fold title={t("authoring:quick.otherCity")} isQuiet>
        <Select
          name="city"
          label={t("authoring:field.city")}
          options={page.cities.map(({ country, cities }) => ({
            group: country,
            options: cities.map(({ slug, name }) => ({ value: slug, label: name })),
          }))}
          defaultValue={lines?.city ?? page.city}
        />
      </Fold>
    </>
  );
}

function ReadPosterButton() {
  const { t } = useText();
  const { state, formData } = useNavigation();
  return (
    <Button
      intent="read-poster"
      variant="default"
      icon="photo-plus"
      loading={state !== "idle" && formData?.get("intent") === "read-poster"}
    >
      {t("authoring:quick.readPoster")}
    </Button>
  );
}

/**
 * Pastes and sends in one press; where the browser refuses its clipboard, the field takes the
 * focus.
 */
function PasteButton() {
  const { t } = useText();
  const { state, formData } = useNavigation();
  const paste = (event: MouseEvent<HTMLButtonElement>) => {
    const { currentTarget: button } = event;
    const field = button.form?.elements.namedItem("text");
    if (!(field instanceof HTMLTextAreaElement) || field.value.trim() !== "") return;
    event.preventDefault();
    const read =
      navigator.clipboard?.readText?.() ?? Promise.reject(new Error("There is no clipboard."));
    read
      .then((text) => {
        field.value = text;
        if (text.trim() === "") field.focus();
        else button.form?.requestSubmit(button);
      })
      .catch(() => field.focus());
  };
  return (
    <Button
      intent="read"
      variant="default"
      icon="clipboard-text"
      loading={state !== "idle" && formData?.get("intent") === "read"}
      onClick={paste}
    >
      {t("authoring:quick.paste")}
    </Button>
  );
}
