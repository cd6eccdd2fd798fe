import type { FormFailure } from "~/lib/http/form-failure";
import { Checkbox } from "~/ui/checkbox";
import { Fold } from "~/ui/fold";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Link } from "~/ui/link";
import { List, ListItem } from "~/ui/list";
import { Section } from "~/ui/section";
import { Select } from "~/ui/select";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import { HostHead } from "../host-head";
import classes from "./rsvp-settings.module.css";
import type { rsvpSettingsLoader } from "./rsvp-settings.server";

type SettingsPage = Awaited<ReturnType<typeof rsvpSettingsLoader>>;

/** Who may come to an event, or to one of its showings, and what guests are asked. */
export function RsvpSettings({
  page,
  failure,
}: {
  page: SettingsPage;
  failure: FormFailure | undefined;
}) {
  const { words, showing, whole } = page;
  return (
    <main id="main">
      <HostHead of={page.of} />
      <Section title={page.title} lead={page.lead}>
        {whole && (
          <p>
            <Link className="rd-link" to={whole.href}>
              {whole.label}
            </Link>
          </p>
        )}
        <Form name="rsvp" keeps={`rsvp ${page.version}`} failure={failure}>
          {showing ? (
            <>
              <input type="hidden" name="showing" value={showing.value} />
              <Checkbox name="own" label={words.own} defaultChecked={showing.isOwn} />
            </>
          ) : (
            <Checkbox
              name="isOn"
              label={words.isOn}
              help={words.isOnHelp}
              defaultChecked={page.isOn}
            />
          )}
          <Places page={page} />
          {!showing && (
            <>
              <Select
                name="guestList"
                label={words.guestList}
                help={words.guestListHelp}
                options={page.guestLists}
                defaultValue={page.guestList}
              />
              <TextField
                name="keptDays"
                label={words.keptDays}
                inputMode="numeric"
                defaultValue={page.keptDays}
              />
              <Checkbox
                name="sendsDigest"
                label={words.sendsDigest}
                defaultChecked={page.sendsDigest}
              />
              <Questions page={page} />
              <Levels page={page} />
            </>
          )}
          <FormBar
            submit={words.save}
            intent="save"
            isSticky
            cancel={{ href: page.event, label: page.back }}
          />
        </Form>
        {page.showings.length > 1 && (
          <>
            <h2>{words.showing}</h2>
            <List>
              {page.showings.map(({ href, label, counts }) => (
                <ListItem key={href} title={label} meta={counts} to={href} />
              ))}
            </List>
          </>
        )}
      </Section>
    </main>
  );
}

function Places({ page: { places, words } }: { page: SettingsPage }) {
  return (
    <>
      <TextField
        name="capacity"
        label={words.capacity}
        help={words.capacityHelp}
        inputMode="numeric"
        defaultValue={places.capacity}
      />
      <Checkbox name="hasWaitlist" label={words.hasWaitlist} defaultChecked={places.hasWaitlist} />
      <Checkbox
        name="needsApproval"
        label={words.needsApproval}
        defaultChecked={places.needsApproval}
      />
      <Select
        name="maxPlusOnes"
        label={words.maxPlusOnes}
        options={["0", "1", "2", "3", "4", "5"].map((value) => ({ value, label: value }))}
        defaultValue={places.maxPlusOnes}
      />
      <TextField
        name="opensBefore"
        label={words.opensBefore}
        help={words.opensHelp}
        inputMode="numeric"
        defaultValue={places.opensBefore}
      />
      <TextField
        name="closesBefore"
        label={words.closesBefore}
        inputMode="numeric"
        defaultValue={places.closesBefore}
      />
    </>
  );
}

interface OneLanguage {
  label: string;
  value: string;
}

/** A text in both languages. @param name of the fields, without `En` and `Fa` */
function Both({ name, en, fa }: { name: string; en: OneLanguage; fa: OneLanguage }) {
  return (
    <>
      <TextField name={`${name}En`} label={en.label} lang="en" dir="ltr" defaultValue={en.value} />
      <TextField name={`${name}Fa`} label={fa.label} lang="fa" dir="rtl" defaultValue={fa.value} />
    </>
  );
}

function Questions({ page: { questions, kinds, words } }: { page: SettingsPage }) {
  return (
    <Fold
      id="questions"
      title={words.questions}
      isFramed
      open={questions.some(({ id }) => id !== "")}
    >
      <p className="rd-quiet">{words.questionsHelp}</p>
      {questions.map((question) => (
        <div key={question.prefix} className={classes.row}>
          <input type="hidden" name={`${question.prefix}.id`} value={question.id} />
          <Both
            name={`${question.prefix}.label`}
            en={{ label: question.labelEnText, value: question.labelEn }}
            fa={{ label: question.labelFaText, value: question.labelFa }}
          />
          <Select
            name={`${question.prefix}.kind`}
            label={words.kind}
            options={kinds}
            defaultValue={question.kind}
          />
          <TextArea
            name={`${question.prefix}.choices`}
            label={words.choices}
            rows={2}
            defaultValue={question.choices}
          />
          <Checkbox
            name={`${question.prefix}.isRequired`}
            label={words.required}
            defaultChecked={question.isRequired}
          />
        </div>
      ))}
    </Fold>
  );
}

function Levels({ page: { levels, words } }: { page: SettingsPage }) {
  return (
    <Fold id="levels" title={words.levels} isFramed open={levels.some(({ id }) => id !== "")}>
      <p className="rd-quiet">{words.levelsHelp}</p>
      {levels.map((level) => (
        <div key={level.prefix} className={classes.row}>
          <input type="hidden" name={`${level.prefix}.id`} value={level.id} />
          <Both
            name={`${level.prefix}.name`}
            en={{ label: level.nameEnText, value: level.nameEn }}
            fa={{ label: level.nameFaText, value: level.nameFa }}
          />
          <TextField
            name={`${level.prefix}.price`}
            label={words.price}
            inputMode="decimal"
            defaultValue={level.price}
          />
          <TextField
            name={`${level.prefix}.ticketUrl`}
            label={words.ticketUrl}
            type="url"
            dir="ltr"
            defaultValue={level.ticketUrl}
          />
          <TextField
            name={`${level.prefix}.capacity`}
            label={words.levelCapacity}
            inputMode="numeric"
            defaultValue={level.capacity}
          />
        </div>
      ))}
    </Fold>
  );
}
