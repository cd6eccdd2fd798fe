import type { CalendarSystem } from "~/lib/dates/dates.server";
import { Checkbox } from "~/ui/checkbox";
import { Combobox } from "~/ui/combobox";
import { DateField, DateRange, TimeField } from "~/ui/date-field";
import { Field } from "~/ui/field";
import { Form } from "~/ui/form";
import { FormBar } from "~/ui/form-bar";
import { Icon } from "~/ui/icon";
import { Picks } from "~/ui/picks";
import { PictureFocus } from "~/ui/picture-focus";
import { Pills } from "~/ui/pills";
import { RadioCards } from "~/ui/radio-cards";
import { Section } from "~/ui/section";
import { Segmented, SegmentedLinks } from "~/ui/segmented";
import { Select } from "~/ui/select";
import { Swatches } from "~/ui/swatches";
import { Switch } from "~/ui/switch";
import { TagsField } from "~/ui/tags-field";
import { TextArea } from "~/ui/text-area";
import { TextField } from "~/ui/text-field";
import classes from "./kit.module.css";
import { KIT_PATH, Part, type PartsProps } from "./part";

const TODAY = "2026-11-22";
const CODE = '{\n  "title": "Late Setar",\n  "starts": "2026-12-08T20:30",\n  "price": free\n}';

export function Fields({ words: { fields }, calendar }: PartsProps & { calendar: CalendarSystem }) {
  const options = fields.select.options.map((label, index) => ({ value: `${index}`, label }));
  const groups = fields.select.groups.map((group, index) => ({
    group,
    options: options.slice(index * 2, index * 2 + 2),
  }));
  return (
    <Section title={fields.title}>
      <div className={classes.part}>
        <div className={classes.grid}>
          <Part name="text-field">
            <TextField
              name="venue"
              need="optional"
              label={fields.empty.label}
              help={fields.empty.help}
              placeholder={fields.empty.placeholder}
              start={<Icon name="map-pin" size="s" />}
            />
          </Part>
          <Part name="text-field-counter">
            <TextField
              name="title"
              need="required"
              label={fields.counted.label}
              help={fields.counted.help}
              defaultValue={fields.counted.value}
              counter={{ max: 120 }}
            />
          </Part>
          <Part name="text-field-error">
            <TextField
              name="tickets"
              type="url"
              dir="ltr"
              label={fields.error.label}
              defaultValue={fields.error.value}
              error={fields.error.issue}
            />
          </Part>
          <Part name="text-field-disabled">
            <TextField
              name="owner"
              label={fields.disabled.label}
              defaultValue={fields.disabled.value}
              disabled
              end={<Icon name="lock" size="s" />}
            />
          </Part>
          <Part name="select">
            <Select
              name="category"
              label={fields.select.label}
              empty={fields.select.empty}
              options={groups}
              defaultValue="0"
            />
          </Part>
          <Part name="combobox">
            <Combobox
              name="city"
              label={fields.combobox.label}
              placeholder={fields.combobox.placeholder}
              options={fields.combobox.options.map((label, index) => ({
                value: `${index}`,
                label,
                hints: [fields.combobox.hints[index] ?? ""],
              }))}
            />
          </Part>
          <Part name="tags-field">
            <TagsField
              name="tags"
              label={fields.combobox.label}
              placeholder={fields.combobox.placeholder}
              defaultValue={fields.combobox.options.slice(0, 2).join(", ")}
              max={5}
              maxLength={40}
            />
          </Part>
          <Part name="file">
            <TextField
              name="picture"
              type="file"
              accept="image/*"
              label={fields.file.label}
              help={fields.file.help}
            />
          </Part>
          <Part name="time-field">
            <TimeField name="doors" label={fields.time} defaultValue="19:30" />
          </Part>
          <Part name="date-field">
            <DateField
              name="day"
              label={fields.date}
              calendar={calendar}
              today={TODAY}
              defaultValue={TODAY}
            />
          </Part>
          <Part name="date-field-other">
            <DateField
              name="other-day"
              label={fields.date}
              calendar={calendar === "jalali" ? "gregorian" : "jalali"}
              today={TODAY}
              defaultValue={TODAY}
            />
          </Part>
          <Part name="date-field-time">
            <DateField
              name="starts"
              label={fields.starts}
              calendar={calendar}
              today={TODAY}
              defaultValue={`${TODAY}T20:30`}
              hasTime
              need="required"
            />
          </Part>
          <Part name="text-area">
            <TextArea
              name="description"
              label={fields.area.label}
              rows={3}
              defaultValue={fields.area.value}
              counter={{ min: 10, max: 400 }}
            />
          </Part>
          <Part name="text-area-code">
            <TextArea
              name="template"
              label={fields.template.label}
              rows={3}
              defaultValue={CODE}
              isCode
            />
          </Part>
        </div>
        <Part name="date-range">
          <DateRange
            label={fields.range}
            calendar={calendar}
            today={TODAY}
            from={{ name: "from", label: fields.from, defaultValue: TODAY }}
            to={{ name: "to", label: fields.to }}
          />
        </Part>
      </div>
    </Section>
  );
}

export function Choices({ words: { ticks } }: PartsProps) {
  return (
    <Section title={ticks.title}>
      <div className={classes.grid}>
        <Part name="checkbox">
          <Checkbox name="copy" label={ticks.on} help={ticks.help} defaultChecked />
          <Checkbox name="push" label={ticks.off} />
          <Checkbox name="terms" label={ticks.error} error={ticks.issue} />
          <Checkbox name="staff" label={ticks.disabled} defaultChecked disabled />
        </Part>
        <Part name="switch">
          <Switch name="open" label={ticks.switchOn} help={ticks.help} defaultChecked />
          <Switch name="closed" label={ticks.switchOff} />
          <Switch name="locked" label={ticks.disabled} disabled />
        </Part>
        <Part name="radio-cards">
          <RadioCards
            name="review"
            label={ticks.cards.label}
            defaultValue="trusted"
            options={[
              { value: "reviewed", label: ticks.cards.reviewed, help: ticks.cards.reviewedHelp },
              {
                value: "trusted",
                label: ticks.cards.trusted,
                help: ticks.cards.trustedHelp,
                warning: ticks.cards.warning,
              },
            ]}
          />
        </Part>
        <Part name="picks">
          <Picks
            name="pick"
            label={ticks.cards.label}
            options={[
              { value: "email", label: ticks.on, icon: "mail" },
              { value: "push", label: ticks.off, icon: "bell" },
            ]}
            chosen={["email"]}
          />
        </Part>
        <Part name="pills">
          <Field id="kit-pills" label={ticks.segmented.label} help={ticks.help} isGroup>
            <Pills
              name="pills"
              options={(["day", "week", "month"] as const).map((value) => ({
                value,
                label: ticks.segmented[value],
                icon: "calendar",
              }))}
              chosen={["day", "week"]}
              limit={{ max: 2, text: ticks.help }}
            />
          </Field>
        </Part>
        <Part name="picture-focus">
          <PictureFocus
            name="focus"
            label={ticks.cards.label}
            src={null}
            defaultValue="4"
            options={[...Array(9).keys()].map((index) => ({
              value: `${index}`,
              label: `${index + 1}`,
            }))}
          />
        </Part>
        <Part name="swatches">
          <Swatches
            name="swatch"
            label={ticks.segmented.label}
            defaultValue="day"
            options={(["day", "week", "month"] as const).map((value) => ({
              value,
              label: ticks.segmented[value],
              drawing: (
                <span>
                  <Icon name="calendar" />
                </span>
              ),
            }))}
          />
        </Part>
        <Part name="segmented">
          <Segmented
            name="span"
            label={ticks.segmented.label}
            defaultValue="week"
            options={(["day", "week", "month"] as const).map((value) => ({
              value,
              label: ticks.segmented[value],
            }))}
          />
          <SegmentedLinks
            label={ticks.segmented.label}
            current="day"
            options={(["day", "month"] as const).map((value) => ({
              value,
              label: ticks.segmented[value],
              href: `${KIT_PATH}?span=${value}`,
            }))}
          />
        </Part>
      </div>
    </Section>
  );
}

export function RejectedForm({ words: { form } }: PartsProps) {
  const failure = {
    message: form.message,
    issues: { name: form.nameIssue, email: form.emailIssue },
    values: { email: "nima@" },
  };
  return (
    <Form name="rejected" failure={failure}>
      <TextField name="name" label={form.name} need="required" />
      <TextField name="email" type="email" dir="ltr" label={form.email} />
      <FormBar
        submit={form.submit}
        intent="save"
        cancel={{ href: KIT_PATH, label: form.cancel }}
        note={form.note}
      />
    </Form>
  );
}
