import type { ReactNode } from "react";
import type { FormFailure } from "~/lib/http/form-failure";
import { paths } from "~/lib/paths";
import { Alert } from "~/ui/alert";
import { Button, LinkButton } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form as KitForm } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./door.module.css";
import type { DoorPageData, DoorPlace, OpenDoorData } from "./door.server";
import { DoorFigures, DoorHead, FoundGuestRow, ScanRow } from "./door-parts";
import { DoorResultView } from "./door-result";
import type { DoorFacts } from "./door-words";
import { LiveDoor } from "./live/live-door";
import { useDoorLog } from "./live/use-door-log";

/** The door by forms and links alone: search, admit and undo. Opening a page never admits. */
function PlainDoor({
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

/** The door of a showing on a phone. Dark unless the reader has chosen light: halls are. */
export function DoorScreen({
  page: { place, open },
  failure,
}: {
  page: DoorPageData;
  failure: FormFailure | undefined;
}) {
  return (
    <div className={classes.ground} data-mantine-color-scheme={place.theme ?? "dark"}>
      <main id="main" className={classes.door}>
        {open ? (
          <OpenDoor place={place} open={open} />
        ) : (
          <DoorPin place={place} failure={failure} />
        )}
      </main>
    </div>
  );
}

function DoorPin({ place, failure }: { place: DoorPlace; failure: FormFailure | undefined }) {
  const { t } = useText();
  return (
    <>
      <DoorHead place={place} />
      <section className={classes.pin}>
        <h1>{t("door:pin.title")}</h1>
        <p>{t("door:pin.lead")}</p>
        <KitForm failure={failure}>
          <TextField
            name="pin"
            label={t("door:pin.label")}
            help={t("door:pin.help")}
            inputMode="numeric"
            autoComplete="off"
            maxLength={12}
            dir="ltr"
          />
          <FormBar submit={t("door:pin.submit")} intent="enter" />
        </KitForm>
      </section>
    </>
  );
}

/** The live door once the phone has its list; the page's forms before, and without JavaScript. */
function OpenDoor({ place, open }: { place: DoorPlace; open: OpenDoorData }) {
  const { t } = useText();
  const { log, now, isClosed, test, testAgain } = useDoorLog(place.key, open.deviceId);
  if (isClosed)
    return <Empty icon="lock" title={t("door:closed.title")} text={t("door:closed.text")} />;
  const leave = (
    <Form method="post" reloadDocument className={classes.leave}>
      <Button intent="leave" variant="subtle" size="sm">
        {t("door:leave")}
      </Button>
    </Form>
  );
  return log && now ? (
    <LiveDoor {...{ place, open, log, now, test, testAgain, leave }} />
  ) : (
    <PlainDoor {...{ place, open, leave }} />
  );
}
