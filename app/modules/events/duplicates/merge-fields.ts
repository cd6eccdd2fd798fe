import {
  EVENT_FIELD_NAMES,
  EVENT_FIELDS,
  type EventFieldName,
  type EventValues,
  eventField,
  MERGE_GROUPS,
  pickFields,
} from "../../../lib/event/event-fields";

type Group = (typeof MERGE_GROUPS)[number];
/** Fields that a merge lets staff choose one by one. */
type AskedName = {
  [K in EventFieldName]: (typeof EVENT_FIELDS)[K] extends { merge: "ask" } ? K : never;
}[EventFieldName];

/**
 * A choice of a merge: a group of fields that belong together (price and currency), or one field.
 */
export type MergeField = Group | AskedName;

const isAsked = (name: EventFieldName): name is AskedName => eventField(name).merge === "ask";
export const MERGE_FIELD_NAMES: readonly MergeField[] = [
  ...MERGE_GROUPS,
  ...EVENT_FIELD_NAMES.filter(isAsked),
];

/** Fields of a choice. */
const fieldsOfChoice = (choice: MergeField): EventFieldName[] =>
  EVENT_FIELD_NAMES.filter((name) => (isAsked(name) ? name : EVENT_FIELDS[name].merge) === choice);

/**
 * The choice that decides on a shown value, by the name that `presentChanges` gives it; null where
 * a merge changes nothing.
 */
export function mergeChoiceOf(shown: string): MergeField | null {
  const name = shown === "position" ? "latitude" : shown.split(".")[0];
  return (
    MERGE_FIELD_NAMES.find((choice) => fieldsOfChoice(choice).some((field) => field === name)) ??
    null
  );
}

/** Text key of the label of a choice. */
export const mergeLabelKey = (choice: MergeField) =>
  isGroup(choice)
    ? (`moderation:duplicate.merge.field.${choice}` as const)
    : (`authoring:field.${choice as AskedName}` as const);

const isGroup = (choice: MergeField): choice is Group =>
  MERGE_GROUPS.some((group) => group === choice);

/** The values of the kept event, with the taken fields of the dropped one. */
export const mergedValues = (
  keep: EventValues,
  drop: EventValues,
  taken: readonly MergeField[],
): EventValues => ({
  ...keep,
  ...pickFields(drop, taken.flatMap(fieldsOfChoice)),
});
