import type { FormFailure } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { QrCode } from "~/ui/qr-code";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextField } from "~/ui/text-field";
import { HostHead } from "../host-head";
import type { eventDoorLoader } from "./event-door.server";

type Page = Awaited<ReturnType<typeof eventDoorLoader>>;

interface MadeLink {
  name: string;
  link: string;
  pin: string;
  code: { modules: number; path: string };
}

interface EventDoorProps {
  page: Page;
  failure: FormFailure | undefined;
  made: MadeLink | undefined;
}

/** Page `/my-events/{id}/door`: phones at the door, and what their scans left to decide. */
export function EventDoor({ page, failure, made }: EventDoorProps) {
  const { t } = useText();
  return (
    <main id="main">
      <HostHead of={page.of} />
      {made && <NewLink made={made} />}
      {page.conflicts.length > 0 && (
        <Section isBeside title={t("door:conflicts.title")} lead={t("door:conflicts.lead")}>
          <List>
            {page.conflicts.map(({ id, scan, title, text }) => (
              <ListItem
                key={id}
                start={<Icon name="alert-triangle" />}
                title={title}
                meta={text}
                end={
                  <Form>
                    <input type="hidden" name="scan" value={scan} />
                    <SubmitButton intent="undo" variant="default" size="sm">
                      {t("door:conflicts.undo")}
                    </SubmitButton>
                  </Form>
                }
              />
            ))}
          </List>
        </Section>
      )}
      <Section isBeside title={t("door:devices.list")} lead={t("door:devices.lead")}>
        {page.figures.map(({ occ, name, text }) => (
          <p key={occ}>
            {name}: <b>{text}</b>
          </p>
        ))}
        {page.devices.length === 0 ? (
          <p>{t("door:devices.none")}</p>
        ) : (
          <List>
            {page.devices.map(({ id, name, about, isReady, ready }) => (
              <ListItem
                key={id}
                start={<Icon name="device-mobile" />}
                title={<bdi>{name}</bdi>}
                meta={
                  <>
                    {about}
                    <span className="rd-inline">
                      <Icon name={isReady ? "wifi-off" : "alert-triangle"} size="s" /> {ready}
                    </span>
                  </>
                }
                end={
                  <Form>
                    <input type="hidden" name="device" value={id} />
                    <SubmitButton intent="revoke" danger variant="default" size="sm">
                      {t("door:devices.revoke")}
                    </SubmitButton>
                  </Form>
                }
              />
            ))}
          </List>
        )}
        {page.showings.length === 0 ? (
          <Alert tone="waiting">{t("door:devices.noShowing")}</Alert>
        ) : (
          <Form name="device" failure={failure} keeps={`device ${page.devices.length}`}>
            <Select name="showing" label={t("door:devices.showing")} options={page.showings} />
            <TextField
              name="name"
              label={t("door:devices.name")}
              help={t("door:devices.nameHelp")}
              maxLength={60}
              need="required"
            />
            <FormBar submit={t("door:devices.add")} intent="add" />
          </Form>
        )}
      </Section>
    </main>
  );
}

function NewLink({ made: { name, link, pin, code } }: { made: MadeLink }) {
  const { t } = useText();
  return (
    <Alert tone="good" live="status" title={t("door:devices.made", { name })}>
      <p>{t("door:devices.madeText")}</p>
      <p>
        {t("door:devices.link")}: <a href={link}>{link}</a>
      </p>
      <p>
        {t("door:devices.pin")}: <b dir="ltr">{pin}</b>
      </p>
      <QrCode code={code} label={t("door:devices.qr")} />
    </Alert>
  );
}
