import type { FormFailure } from "~/lib/http/form-failure";
import { Button } from "~/ui/button";
import { Empty } from "~/ui/empty";
import { Form as KitForm } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Form } from "~/ui/link";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import classes from "./door.module.css";
import type { DoorPageData, DoorPlace, OpenDoorData } from "./door.server";
import { DoorHead } from "./door-parts";
import { LiveDoor } from "./live/live-door";
import { useDoorLog } from "./live/use-door-log";
import { PlainDoor } from "./plain-door";

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
  const { log, now, isClosed, isKept } = useDoorLog(place.key, open.deviceId);
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
    <LiveDoor {...{ place, open, log, now, isKept, leave }} />
  ) : (
    <PlainDoor {...{ place, open, leave }} />
  );
}
