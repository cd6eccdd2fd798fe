import { type DragEvent, useState } from "react";
import { type FormFailure, failureOfForm } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { LinkButton } from "~/ui/button";
import { ConfirmDialog } from "~/ui/confirm-dialog";
import { Empty } from "~/ui/empty";
import { FieldSet } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { IconButton } from "~/ui/icon-button";
import { PageHead } from "~/ui/page-head";
import { Section } from "~/ui/section";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import classes from "./week-editor.module.css";
import type { weekEditorLoader } from "./week-editor.server";

type Page = Awaited<ReturnType<typeof weekEditorLoader>>;
type Pick = Page["picks"][number];

/**
 * Page `/admin/weeks/{city}/{week}`: picks in order, each with a sentence in both languages. With a
 * script, moving, adding and removing wait for "Save"; without one, each of these buttons saves the
 * form.
 */
export function WeekEditor({
  page,
  failure: refused,
}: {
  page: Page;
  failure: FormFailure | undefined;
}) {
  const { t } = useText();
  const failure = failureOfForm(refused, "week");
  const [picks, setPicks] = useState<readonly Pick[]>(page.picks);
  const [others, setOthers] = useState<readonly Pick[]>(page.others);
  const [dragged, setDragged] = useState<string | null>(null);
  const [hasMoved, setMoved] = useState(false);
  const { slug, week, limits, isOver } = page;
  const here = paths.adminWeek(slug, week);
  const isFull = picks.length >= limits.picks;

  /** Moves a pick to a place, from 0. */
  const place = (id: string, to: number) => {
    const pick = picks.find((other) => other.id === id);
    if (!pick) return;
    setPicks(picks.filter((other) => other !== pick).toSpliced(to, 0, pick));
    setMoved(true);
  };
  /** Changes the list here; without a script the button submits. */
  const instead = (change: () => void) => (event: React.MouseEvent) => {
    event.preventDefault();
    change();
  };
  const add = (pick: Pick) => {
    setPicks([...picks, pick]);
    setOthers(others.filter((other) => other !== pick));
    setMoved(true);
  };
  const remove = (pick: Pick) => {
    setPicks(picks.filter((other) => other !== pick));
    setOthers([pick, ...others]);
    setMoved(true);
  };
  const dropOn = (to: number) => ({
    onDragOver: (event: DragEvent) => event.preventDefault(),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      if (dragged) place(dragged, to);
      setDragged(null);
    },
  });

  return (
    <main id="main">
      <PageHead
        title={page.title}
        lead={page.notes.join(" ")}
        actions={
          page.isPublished && (
            <LinkButton to={paths.cityWeek(slug, week)} variant="default" icon="external-link">
              {t("weeks:admin.view")}
            </LinkButton>
          )
        }
      />
      {failure && (
        <Alert tone="bad" live="alert">
          {Object.values(failure.issues)[0] ?? failure.message}
        </Alert>
      )}
      <Form name="week" keeps={`week ${page.version ?? ""}`} isWide>
        <input type="hidden" name="version" value={page.version ?? ""} />
        <FieldSet legend={t("weeks:admin.intro")} isGrid>
          <TextArea
            name="introEn"
            label={t("weeks:admin.inEnglish")}
            help={t("weeks:admin.introHelp", { max: limits.intro })}
            rows={2}
            dir="ltr"
            lang="en"
            maxLength={limits.intro}
            defaultValue={page.introEn}
          />
          <TextArea
            name="introFa"
            label={t("weeks:admin.inPersian")}
            help={t("weeks:admin.introHelp", { max: limits.intro })}
            rows={2}
            dir="rtl"
            lang="fa"
            maxLength={limits.intro}
            defaultValue={page.introFa}
          />
        </FieldSet>
        <FieldSet legend={t("weeks:admin.picks")}>
          <p className="rd-quiet">{t("weeks:admin.lineHelp", { max: limits.line })}</p>
          {picks.length === 0 && <Empty title={t("weeks:admin.noPicks")} />}
          <ol className={classes.picks}>
            {picks.map((pick, at) => (
              <li
                key={pick.id}
                className={classes.pick}
                draggable={!isOver}
                data-dragged={dragged === pick.id || undefined}
                onDragStart={(event) => {
                  // Text in the fields is dragged by the browser itself.
                  if (event.target !== event.currentTarget) return;
                  setDragged(pick.id);
                }}
                onDragEnd={() => setDragged(null)}
                {...dropOn(at)}
              >
                <input type="hidden" name="pick" value={pick.id} />
                <Summary pick={pick} />
                <div className={classes.moves}>
                  <IconButton
                    type="submit"
                    name="intent"
                    value={`up:${pick.id}`}
                    icon="arrow-up"
                    label={t("weeks:admin.up", { title: pick.title })}
                    disabled={at === 0}
                    onClick={instead(() => place(pick.id, at - 1))}
                  />
                  <IconButton
                    type="submit"
                    name="intent"
                    value={`down:${pick.id}`}
                    icon="arrow-down"
                    label={t("weeks:admin.down", { title: pick.title })}
                    disabled={at === picks.length - 1}
                    onClick={instead(() => place(pick.id, at + 1))}
                  />
                  <IconButton
                    type="submit"
                    name="intent"
                    value={`remove:${pick.id}`}
                    icon="x"
                    label={t("weeks:admin.remove", { title: pick.title })}
                    onClick={instead(() => remove(pick))}
                  />
                </div>
                <div className={classes.lines}>
                  <TextField
                    name={`line-${pick.id}-En`}
                    label={`${t("weeks:admin.line")} ${t("weeks:admin.inEnglish")}`}
                    dir="ltr"
                    lang="en"
                    maxLength={limits.line}
                    defaultValue={pick.lineEn}
                    autoComplete="off"
                  />
                  <TextField
                    name={`line-${pick.id}-Fa`}
                    label={`${t("weeks:admin.line")} ${t("weeks:admin.inPersian")}`}
                    dir="rtl"
                    lang="fa"
                    maxLength={limits.line}
                    defaultValue={pick.lineFa}
                    autoComplete="off"
                  />
                </div>
              </li>
            ))}
          </ol>
        </FieldSet>
        {!isOver && (
          <FormBar
            submit={t("weeks:admin.save")}
            intent="save"
            isSticky
            note={hasMoved ? t("weeks:admin.unsaved") : undefined}
          >
            {!page.isPublished && (
              <SubmitButton intent="publish" variant="default">
                {t("weeks:admin.publish")}
              </SubmitButton>
            )}
            {page.hasRow && (
              <LinkButton to={`${here}?discard=1`} variant="subtle" preventScrollReset>
                {t("weeks:admin.reset")}
              </LinkButton>
            )}
          </FormBar>
        )}
        {!isOver && (
          <Section
            id="others"
            title={t("weeks:admin.others")}
            lead={
              isFull
                ? t("weeks:admin.full")
                : others.length === 0
                  ? t("weeks:admin.noOthers")
                  : undefined
            }
          >
            <ul className={classes.others}>
              {others.map((pick) => (
                <li key={pick.id} className={classes.pick}>
                  <Summary pick={pick} />
                  <div className={classes.moves}>
                    <IconButton
                      type="submit"
                      name="intent"
                      value={`add:${pick.id}`}
                      icon="plus"
                      variant="default"
                      label={t("weeks:admin.add", { title: pick.title })}
                      disabled={isFull}
                      onClick={instead(() => add(pick))}
                    />
                  </div>
                </li>
              ))}
            </ul>
          </Section>
        )}
      </Form>
      {page.hasRow && (
        <ConfirmDialog
          open={page.isAsking}
          question={t("weeks:admin.resetAsk")}
          text={t("weeks:admin.resetText")}
          cancelHref={here}
          cancelLabel={t("weeks:admin.cancel")}
        >
          <Form name="discard" action={here}>
            <SubmitButton intent="discard" danger>
              {t("weeks:admin.reset")}
            </SubmitButton>
          </Form>
        </ConfirmDialog>
      )}
    </main>
  );
}

function Summary({ pick: { title, titleLang, cover, when, venue, price, saved } }: { pick: Pick }) {
  const { locale } = useText();
  return (
    <div className={classes.summary}>
      <img src={cover} alt="" width={56} height={42} loading="lazy" draggable={false} />
      <div>
        <b lang={titleLang === locale ? undefined : titleLang} dir="auto">
          {title}
        </b>
        <p>{[when, venue, price, saved].filter(Boolean).join(" · ")}</p>
      </div>
    </div>
  );
}
