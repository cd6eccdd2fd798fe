import type { ReactNode } from "react";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./door.module.css";
import type { DoorPlace, OpenDoorData } from "./door.server";
import { DoorFigures, DoorHead, FoundGuestRow, ScanRow } from "./door-parts";
import { DoorResultView } from "./door-result";
import type { DoorFacts } from "./door-words";

/** The door by forms and links alone: search, admit and undo. Opening a page never admits. */
export function PlainDoor({
  place,
  open,
  leave,
}: {
  place: DoorPlace;
  open: OpenDoorData;
  leave: ReactNode;
}) {
  const { t, locale } = useText();
  const { deviceId, isHost, levels, devices, showings, now } = open;
  const facts: DoorFacts = { t, locale, place, deviceId, isHost, levels, devices, showings, now };
  const undoOf = (id: string, registration: string) => (
    <Form method="post" reloadDocument>
      <input type="hidden" name="scan" value={id} />
      <input type="hidden" name="registration" value={registration} />
      <Button intent="undo" variant="default" size="sm" icon="arrow-back-up">
        {t("door:log.undo")}
      </Button>
    </Form>
  );
  if (open.result) return <DoorResultView result={open.result} facts={facts} listFrom={now} />;
  return (
    <>
      <DoorHead place={place} isHeading>
        {leave}
      </DoorHead>
      <div className={classes.plain}>
        <DoorFigures figures={open.figures} facts={facts} />
        <Form method="get" role="search" reloadDocument className={classes.search}>
          <TextField
            id="q"
            name="q"
            type="search"
            label={t("door:search.label")}
            defaultValue={open.typed}
            autoComplete="off"
          />
          <Button type="submit" size="lg" icon="search">
            {t("door:search.submit")}
          </Button>
        </Form>
        {open.typed !== "" && (
          <section>
            <p className={classes.said} role="status">
              {open.found.length > 0
                ? t("door:search.found", { count: open.count, typed: open.typed })
                : t("door:search.none", { typed: open.typed })}
            </p>
            <ul className={classes.list}>
              {open.found.map((found) => (
                <FoundGuestRow key={found.guest.id} found={found} facts={facts} />
              ))}
            </ul>
          </section>
        )}
        <Alert icon="camera">{t("door:camera.own")}</Alert>
        <section>
          <h2>{t("door:log.title")}</h2>
          {open.recent.length === 0 && <p className={classes.said}>{t("door:log.empty")}</p>}
          <ul className={classes.list}>
            {open.recent.map((recent) => (
              <ScanRow
                key={recent.scan.id}
                recent={recent}
                facts={facts}
                undo={undoOf(recent.scan.id, recent.scan.registrationId)}
              />
            ))}
          </ul>
          <p className={classes.said}>{t("door:log.help")}</p>
        </section>
        <LinkButton to={paths.door(place.key)} variant="default" icon="refresh" reloadDocument>
          {t("door:search.refresh")}
        </LinkButton>
      </div>
    </>
  );
}
