import { useSecondsLeft } from "~/components/use-seconds-left";
import { failureOfForm } from "~/lib/http/form-failure";
import { Alert } from "~/ui/alert";
import { Card } from "~/ui/card";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { List, ListItem } from "~/ui/list";
import { RadioCards } from "~/ui/radio-cards";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { SubmitButton } from "~/ui/submit-button";
import { useText } from "~/ui/text";
import { TextArea } from "~/ui/text-area";
import { HostHead } from "../host-head";
import type { HostMessagesAnswer, hostMessagesLoader } from "./host-messages.server";

type Page = Awaited<ReturnType<typeof hostMessagesLoader>>;

/** Messages of a host to guests or savers: written, seen as they will arrive, and then sent. */
export function HostMessages({
  page,
  answer,
}: {
  page: Page;
  answer: HostMessagesAnswer | undefined;
}) {
  const { t } = useText();
  const preview = answer?.preview;
  return (
    <main id="main" className="rd-stack">
      <HostHead of={page.of} />
      {preview && answer && (
        <Section title={t("guests:messages.preview")} lead={t("guests:messages.previewLead")}>
          <div className="rd-stack">
            <Card title={preview.heading} level={3}>
              <p className="rd-lines" dir="auto">
                {preview.text}
              </p>
            </Card>
            <Form name="send">
              {Object.entries(answer.values).map(([name, value]) => (
                <input key={name} type="hidden" name={name} value={value} />
              ))}
              <FormBar submit={preview.send} intent="send" />
            </Form>
          </div>
        </Section>
      )}
      {page.isOpen ? (
        <Section
          id="write"
          title={t(preview ? "guests:messages.change" : "guests:messages.write")}
          lead={t(page.chosen ? "guests:messages.leadChosen" : "guests:messages.lead")}
        >
          <Form
            // A sent message leaves the form empty.
            key={page.messages[0]?.id}
            name="write"
            keeps={`write ${page.messages[0]?.id}`}
            failure={preview ? undefined : failureOfForm(answer, "write")}
          >
            {page.chosen ? (
              <>
                <p>
                  <b>{page.chosen.text}</b>
                </p>
                {page.chosen.missed && <p className="rd-quiet">{page.chosen.missed}</p>}
                <input type="hidden" name="audience" value="guests" />
                <input type="hidden" name="chosen" value={page.chosen.value} />
              </>
            ) : (
              <RadioCards
                name="audience"
                label={t("guests:messages.audienceLabel")}
                options={page.audiences}
                defaultValue={answer?.values.audience || "guests"}
              />
            )}
            {page.showings.length > 1 && !page.chosen && (
              <Select
                name="at"
                label={t("guests:column.showing")}
                empty={t("guests:allShowings")}
                options={page.showings}
                defaultValue={answer?.values.at ?? ""}
              />
            )}
            <TextArea
              name="text"
              label={t("guests:messages.text")}
              help={t("guests:messages.textHelp")}
              need="required"
              rows={6}
              dir="auto"
              counter={page.length}
              defaultValue={answer?.values.text ?? ""}
            />
            <FormBar submit={t("guests:messages.toPreview")} intent="preview" isQuiet={!!preview} />
          </Form>
        </Section>
      ) : (
        <Alert>{t("guests:messages.closed")}</Alert>
      )}
      <Section id="sent" title={t("guests:messages.list")}>
        {page.messages.length === 0 ? (
          <p>{t("guests:messages.none")}</p>
        ) : (
          <List>
            {page.messages.map((message) => (
              <ListItem
                key={message.id}
                start={<Icon name="mail" />}
                title={message.to}
                meta={
                  <>
                    <span>{message.when}</span>
                    <span>{message.state}</span>
                  </>
                }
                end={
                  message.isUndoable && <TakeBack id={message.id} seconds={message.secondsLeft} />
                }
              >
                <p className="rd-lines" dir="auto">
                  {message.text}
                </p>
              </ListItem>
            ))}
          </List>
        )}
      </Section>
    </main>
  );
}

/** @param seconds left to take the message back; null while it waits for staff */
function TakeBack({ id, seconds }: { id: string; seconds: number | null }) {
  const { t } = useText();
  return (
    <Form>
      <input type="hidden" name="id" value={id} />
      <SubmitButton intent="undo" variant="default" size="sm">
        {t("guests:messages.undo")}
      </SubmitButton>
      {seconds !== null && <SecondsLeft seconds={seconds} />}
    </Form>
  );
}

function SecondsLeft({ seconds }: { seconds: number }) {
  const { t } = useText();
  const left = useSecondsLeft(seconds);
  return (
    <small role="timer" className="rd-quiet">
      {t("guests:messages.left", { count: left })}
    </small>
  );
}
